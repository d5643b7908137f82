-- The days of the week that are closed every week: a bit for each from Monday on. A branch without a value has those of
-- its account.
ALTER TABLE accounts ADD COLUMN closed_weekdays smallint NOT NULL DEFAULT 0 CHECK (closed_weekdays BETWEEN 0 AND 127);
ALTER TABLE branches ADD COLUMN closed_weekdays smallint CHECK (closed_weekdays BETWEEN 0 AND 127);

-- They move the dates of standing orders, like closed days and public holidays.
DROP TRIGGER accounts_replan ON accounts;
CREATE TRIGGER accounts_replan AFTER UPDATE OF time_zone, public_holidays, closed_weekdays ON accounts FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone OR OLD.public_holidays IS DISTINCT FROM NEW.public_holidays
        OR OLD.closed_weekdays IS DISTINCT FROM NEW.closed_weekdays)
  EXECUTE FUNCTION replan_on_account();

CREATE FUNCTION replan_on_branches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH place AS MATERIALIZED (
    SELECT former.account_id, former.id FROM former JOIN latter USING (account_id, id)
    WHERE former.closed_weekdays IS DISTINCT FROM latter.closed_weekdays
  ), concerned AS MATERIALIZED (
    SELECT standing.account_id, standing.id FROM standing_orders standing
    JOIN place ON place.account_id = standing.account_id AND place.id = standing.branch_id
    WHERE standing.check_at IS NOT NULL
    ORDER BY standing.account_id, standing.id FOR NO KEY UPDATE OF standing
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = concerned.account_id AND standing.id = concerned.id;
  RETURN NULL;
END $$;

CREATE TRIGGER branches_replan AFTER UPDATE ON branches REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_branches();
