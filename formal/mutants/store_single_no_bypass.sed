# store_single_rom: a message that arrives with its own departure is read from the store
# message_store.v
s/passes\[r\] \|\| \(write.*\);/passes[r];/
