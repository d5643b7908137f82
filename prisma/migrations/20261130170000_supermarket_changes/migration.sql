-- When a supermarket or one of its branches last changed, for systems that read only what changed. Rows from before
-- count as changed now, so that no system misses an earlier change. The default is stored once, not in each row.
ALTER TABLE supermarkets ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();

-- Triggers, because an older version that still runs changes supermarkets and branches too. Of two transactions, the
-- one that began first can end last, so the time never goes back.
CREATE FUNCTION note_change_of_supermarket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(NEW.updated_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER supermarkets_changed BEFORE UPDATE ON supermarkets
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_change_of_supermarket();

CREATE FUNCTION note_change_of_branches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (SELECT account_id, supermarket_id FROM after_change);
  ELSE
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (
      SELECT changed.account_id, changed.supermarket_id
      FROM after_change changed JOIN before_change earlier USING (account_id, id)
      WHERE changed.* IS DISTINCT FROM earlier.*);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER branches_added AFTER INSERT ON branches
  REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_branches();
CREATE TRIGGER branches_changed AFTER UPDATE ON branches
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_branches();
