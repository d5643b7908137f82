-- How many deliveries of a file differ from those of the account, and stay as they are.
ALTER TABLE imports ADD COLUMN differs integer NOT NULL DEFAULT 0;
