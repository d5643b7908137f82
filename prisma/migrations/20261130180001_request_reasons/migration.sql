-- Why a request failed, and who sent it.
ALTER TABLE requests
  ADD COLUMN message     text,
  -- Masked, at most 4 KiB; of failed writes only.
  ADD COLUMN body        text,
  ADD COLUMN body_cut    boolean NOT NULL DEFAULT false,
  ADD COLUMN person_id   bigint,
  -- At the time of the request.
  ADD COLUMN person_name text;

-- Off: no bodies are stored, and those that are stored are hidden at once and erased soon.
ALTER TABLE accounts ADD COLUMN logs_request_bodies boolean NOT NULL DEFAULT true;

-- Live streams read requests in the order in which they were written, not received.
CREATE INDEX requests_id_idx ON requests (account_id, id);
CREATE INDEX requests_body_idx ON requests (account_id, received_at, id) WHERE body IS NOT NULL;
