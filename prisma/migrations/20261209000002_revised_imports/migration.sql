-- How many pending deliveries an import revised, or would revise.
ALTER TABLE imports ADD COLUMN revised integer NOT NULL DEFAULT 0;
