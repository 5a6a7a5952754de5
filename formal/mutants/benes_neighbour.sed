# benes_4: two switches of a stage share a setting
# benes_stage.v
s/\+i%SPAN\]/+i%SPAN\&~1]/
