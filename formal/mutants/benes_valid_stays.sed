# benes_4: valid keeps its line and leaves its flit alone
# benes.v
s/g_stage\[STAGES-1\]\.valid_next/in_valid/
