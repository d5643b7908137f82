-- A mail has the links of all branches of a withdrawal with its address. `mail_started_at` says that one with this link is
-- being sent, `mailed_at` that the mail server took it.
ALTER TABLE notice_links
  ADD COLUMN mail_started_at timestamptz(3),
  ADD COLUMN mailed_at       timestamptz(3);

-- Finds the entries of one action: beyond the maximum of a day the newest one replaces an older one.
CREATE INDEX audit_entries_action_idx ON audit_entries (account_id, action, id);
