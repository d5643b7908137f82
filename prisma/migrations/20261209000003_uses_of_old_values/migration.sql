-- When each value of a key was last used, so that a list of keys shows whether an old one still is.
ALTER TABLE api_keys ADD COLUMN previous_secret_last_used_at timestamptz(3);
ALTER TABLE api_key_earlier_secrets ADD COLUMN last_used_at timestamptz(3);
