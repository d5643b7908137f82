-- What suppliers know their records by: their own numbers, trade item numbers, units. All optional.

ALTER TABLE accounts
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC' CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  ADD COLUMN address   text CHECK (char_length(address) BETWEEN 1 AND 200),
  ADD COLUMN phone     text CHECK (char_length(phone) BETWEEN 1 AND 50),
  ADD COLUMN country   text CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN gln       text CHECK (gln ~ '^\d{13}$');

ALTER TABLE products
  ADD COLUMN reference       text CHECK (char_length(reference) BETWEEN 1 AND 100),
  ADD COLUMN gtin            text CHECK (gtin ~ '^(\d{8}|\d{12,14})$'),
  ADD COLUMN unit            text NOT NULL DEFAULT 'piece'
    CHECK (unit IN ('piece', 'case', 'pack', 'box', 'crate', 'kilogram', 'litre')),
  ADD COLUMN units_per_case  integer CHECK (units_per_case BETWEEN 1 AND 1000000),
  ADD COLUMN case_gtin       text CHECK (case_gtin ~ '^(\d{8}|\d{12,14})$'),
  ADD COLUMN brand           text CHECK (char_length(brand) BETWEEN 1 AND 200),
  ADD COLUMN packaging       text CHECK (char_length(packaging) BETWEEN 1 AND 200),
  ADD COLUMN shelf_life_days integer CHECK (shelf_life_days BETWEEN 1 AND 3650);

ALTER TABLE supermarkets
  ADD COLUMN reference text CHECK (char_length(reference) BETWEEN 1 AND 100);

ALTER TABLE branches
  ADD COLUMN reference text CHECK (char_length(reference) BETWEEN 1 AND 100),
  ADD COLUMN gln       text CHECK (gln ~ '^\d{13}$'),
  ADD COLUMN phone     text CHECK (char_length(phone) BETWEEN 1 AND 50),
  ADD COLUMN country   text CHECK (country ~ '^[A-Z]{2}$');

ALTER TABLE deliveries
  ADD COLUMN reference    text CHECK (char_length(reference) BETWEEN 1 AND 100),
  ADD COLUMN order_number text CHECK (char_length(order_number) BETWEEN 1 AND 100),
  ADD COLUMN carrier      text CHECK (char_length(carrier) BETWEEN 1 AND 200),
  ADD COLUMN updated_at   timestamptz(3) NOT NULL DEFAULT now();
UPDATE deliveries SET updated_at = coalesce(completed_at, cancelled_at, in_transit_at, created_at);

-- Partial, so that records without a reference cost nothing.
CREATE UNIQUE INDEX products_reference_key ON products (account_id, reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX supermarkets_reference_key ON supermarkets (account_id, reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX branches_reference_key ON branches (account_id, reference) WHERE reference IS NOT NULL;
CREATE UNIQUE INDEX deliveries_reference_key ON deliveries (account_id, reference) WHERE reference IS NOT NULL;
-- Numbers of 8, 12, 13 and 14 digits are the same with zeros in front.
CREATE INDEX products_gtin_idx ON products (account_id, lpad(gtin, 14, '0')) WHERE gtin IS NOT NULL;

-- What a system that synchronizes asks for: the records created or changed since it last did. Those of returns are in returns_figures_idx.
CREATE INDEX deliveries_created_at_idx ON deliveries (account_id, created_at);
CREATE INDEX deliveries_updated_at_idx ON deliveries (account_id, updated_at);
CREATE INDEX products_created_at_idx ON products (account_id, created_at);
CREATE INDEX products_updated_at_idx ON products (account_id, updated_at);
