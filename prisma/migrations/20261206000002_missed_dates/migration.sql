-- Finds the dates of an account whose day had passed before their deliveries were created. These are few of all dates.
CREATE INDEX occurrences_missed_idx ON occurrences (account_id, date) WHERE status = 'failed' AND reason = 'too_late';
