-- Whether assistants may change records of the account, over the Model Context Protocol.
ALTER TABLE accounts ADD COLUMN assistants_may_write boolean NOT NULL DEFAULT false;
