-- What is over the limit of an hour is told by a summary.
ALTER TABLE alerts
  -- The summary that counts a withheld alert.
  ADD COLUMN summary_id bigint,
  -- How many cases the alert stands for.
  ADD COLUMN cases      integer NOT NULL DEFAULT 1;
CREATE INDEX alerts_withheld_idx ON alerts (created_at) WHERE status = 'withheld' AND summary_id IS NULL;
