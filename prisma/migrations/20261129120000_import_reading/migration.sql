-- How a file was read, what its preview shows, and what has to be answered before it can be started.
ALTER TABLE imports
  ADD COLUMN file_name    text CHECK (char_length(file_name) <= 200),
  -- JSON: what its sender chose.
  ADD COLUMN choices      text NOT NULL DEFAULT '{}' CHECK (char_length(choices) <= 20000),
  -- JSON: how it was read, sheets, sample, changes, ignored columns and notes.
  ADD COLUMN preview      text NOT NULL DEFAULT '{}',
  -- JSON: open questions and missing columns.
  ADD COLUMN problems     text NOT NULL DEFAULT '[]',
  ADD COLUMN header_key   text;

-- Which fields the columns of a header were assigned to, so that the next file needs no assignment.
CREATE TABLE import_mappings (
  account_id bigint NOT NULL REFERENCES accounts (id),
  kind       text NOT NULL CHECK (kind IN ('products', 'supermarkets', 'deliveries')),
  -- The SHA-256 of the header's names.
  header_key text NOT NULL CHECK (char_length(header_key) = 64),
  -- JSON: fields by the letters of columns.
  fields     text NOT NULL CHECK (char_length(fields) <= 20000),
  used_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, kind, header_key)
);
