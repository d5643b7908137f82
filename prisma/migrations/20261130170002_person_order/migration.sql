-- Lists by name in the order of a person: Äpfel beside Apfel, capitals beside small letters. Reads go on while they are
-- built; writes of products wait about four seconds for each million. The indexes of bytes stay for an older version
-- that still runs.
CREATE INDEX products_person_order_idx ON products (account_id, name COLLATE "und-x-icu", id);
CREATE INDEX supermarkets_person_order_idx ON supermarkets (account_id, name COLLATE "und-x-icu", id);
