-- Orders name products by the GTIN of a case, too: imports look up each of up to 50,000 lines.
CREATE INDEX products_case_gtin_idx ON products (account_id, lpad(case_gtin, 14, '0')) WHERE case_gtin IS NOT NULL;
