-- What moves the dates of standing orders makes the generation look at them again, whoever changes it: closed days, public
-- holidays and the time zone. They are locked in one order, so that two changes wait for each other, but never in a circle.
CREATE FUNCTION replan_on_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH place AS MATERIALIZED (
    SELECT DISTINCT account_id, branch_id FROM moved
  ), concerned AS MATERIALIZED (
    SELECT standing.account_id, standing.id FROM standing_orders standing
    WHERE standing.account_id IN (SELECT account_id FROM place) AND standing.check_at IS NOT NULL
      AND EXISTS (SELECT FROM place WHERE place.account_id = standing.account_id
                    AND coalesce(place.branch_id = standing.branch_id, true))
    ORDER BY standing.account_id, standing.id FOR NO KEY UPDATE
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = concerned.account_id AND standing.id = concerned.id;
  RETURN NULL;
END $$;

CREATE TRIGGER closed_days_added AFTER INSERT ON closed_days REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();
CREATE TRIGGER closed_days_changed AFTER UPDATE ON closed_days REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();
CREATE TRIGGER closed_days_removed AFTER DELETE ON closed_days REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();

CREATE FUNCTION replan_on_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH concerned AS MATERIALIZED (
    SELECT id FROM standing_orders WHERE account_id = NEW.id AND check_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = NEW.id AND standing.id = concerned.id;
  RETURN NULL;
END $$;

CREATE TRIGGER accounts_replan AFTER UPDATE OF time_zone, public_holidays ON accounts FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone OR OLD.public_holidays IS DISTINCT FROM NEW.public_holidays)
  EXECUTE FUNCTION replan_on_account();
