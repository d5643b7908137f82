-- What similar lots have in common: without case, signs, spaces, invisible characters and leading zeros.
-- src/schema/trace/lot-key.ts computes the same. The range in Unicode is accents after their letter.
CREATE FUNCTION lot_key(lot text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(
    translate(
      regexp_replace(
        lot,
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u00ad\u0300-\u036f\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]',
        '', 'g'
      ),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'
    ),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'
  );

-- Finds lots that are similar to one that was not found. Reads go on while it is built; writes of lots wait about three
-- seconds for each million.
CREATE INDEX delivery_item_lots_key_idx ON delivery_item_lots (account_id, lot_key(lot) COLLATE "C")
  WHERE lot IS NOT NULL AND superseded_at IS NULL;
