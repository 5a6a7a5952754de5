# benes_4: valid stays on its input line while its flit moves
# benes.v
s/g_stage\[STAGES-1\]\.valid_next/in_valid/
