-- The second factor of a person: an app that shows codes, and recovery codes for when it is lost.
CREATE TABLE second_factors (
  account_id     bigint NOT NULL,
  person_id      bigint NOT NULL,
  secret         text NOT NULL,
  -- Until the person has entered a code, it is not required.
  confirmed_at   timestamptz(3),
  -- The time step of the last code that was used, so that no code works twice.
  last_step      bigint NOT NULL DEFAULT 0,
  -- Hashes of the codes that were not used yet.
  recovery_codes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(recovery_codes) <= 10),
  PRIMARY KEY (account_id, person_id),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);
