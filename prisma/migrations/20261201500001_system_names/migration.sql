-- The command or the job that acted by itself. Earlier entries have none.
ALTER TABLE audit_entries ADD COLUMN system_name text;
