-- Who sent a file: an API key, or a person at the settings page.
ALTER TABLE imports ADD COLUMN key_id bigint,
  ADD FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id);
