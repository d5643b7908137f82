-- The logo of a company, which its notes and the pages of its branches show.
CREATE TABLE logos (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png')),
  width      integer NOT NULL CHECK (width BETWEEN 1 AND 2000),
  height     integer NOT NULL CHECK (height BETWEEN 1 AND 2000),
  content    bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 102400),
  -- Part of its address, so that browsers can keep it.
  digest     text NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Logos are compressed already.
ALTER TABLE logos ALTER COLUMN content SET STORAGE EXTERNAL;
