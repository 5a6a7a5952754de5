# message_store: a message that passes the store is read from it
# message_store.v
s/passed \? last_written : found/found/
