-- What the failed requests of request_counts were: by endpoint and error, a bounded number of rows for each account and day.
CREATE TABLE request_failures (
  account_id bigint NOT NULL,
  day        date NOT NULL,
  key_id     bigint NOT NULL,
  -- Such as "GET /api/v1/products/{product_id}"; "other" for a path that is no endpoint.
  endpoint   text NOT NULL CHECK (char_length(endpoint) <= 200),
  status     smallint NOT NULL CHECK (status BETWEEN 400 AND 499),
  code       text NOT NULL CHECK (char_length(code) <= 50),
  requests   integer NOT NULL CHECK (requests >= 0),
  PRIMARY KEY (account_id, day, key_id, endpoint, status, code),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id)
);
-- Rows arrive in the order of time, so the cheapest of indexes finds the old ones.
CREATE INDEX request_failures_day_idx ON request_failures USING brin (day) WITH (pages_per_range = 32);
