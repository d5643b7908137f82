-- What was received at the door: one receipt for each delivery. What is missing becomes returns.
CREATE TABLE receipts (
  account_id   bigint NOT NULL REFERENCES accounts (id),
  delivery_id  bigint NOT NULL,
  received_at  timestamptz(3) NOT NULL,
  received_by  text NOT NULL CHECK (char_length(received_by) BETWEEN 1 AND 200),
  recorded_by  text NOT NULL CHECK (recorded_by IN ('session', 'key', 'link')),
  -- The data of an SVG path, which the service draws from points.
  signature    text CHECK (octet_length(signature) <= 65536),
  temperatures jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(temperatures) = 'array'),
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, delivery_id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
