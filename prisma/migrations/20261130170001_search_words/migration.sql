-- The text that words are searched in: lower case, without the marks of letters and in compatibility form. Letters that
-- have no decomposition are listed, й is a letter of its own, and ς is written σ. Most texts are ASCII and need none of
-- that.
CREATE FUNCTION word_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(value) = length(value) THEN lower(value)
    ELSE normalize(
      replace(replace(replace(
        translate(
          regexp_replace(lower(normalize(value, NFKD)), U&'(\0438\0306)|[\0300-\036F]', '\1', 'g'),
          'łđðøıς', 'lddoiσ'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      NFC)
  END;

-- The pattern of texts that contain a word.
CREATE FUNCTION word_pattern(word text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || replace(replace(replace(word_text(word), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Every character of a text, and every two neighbours, for words that have no three Latin letters or digits in a row:
-- the indexes of trigrams do not find them. The cost keeps the planner from computing it for many rows.
CREATE FUNCTION short_words(words text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 AS $$
BEGIN
  RETURN string_to_array(
    regexp_replace(words, '(..)', E'\\1\n', 'g') || E'\n' || regexp_replace(substr(words, 2), '(..)', E'\\1\n', 'g'),
    E'\n'
  ) || string_to_array(words, NULL);
END $$;

-- Those that a text with a word has.
CREATE FUNCTION short_keys(word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN length(word_text(word)) < 2 THEN string_to_array(word_text(word), NULL)
    ELSE ARRAY(SELECT substr(word_text(word), place, 2) FROM generate_series(1, length(word_text(word)) - 1) AS place)
  END;

-- NULL in rows from before, which the worker fills in small steps, and in deliveries without such texts.
ALTER TABLE products ADD COLUMN words text;
ALTER TABLE supermarkets ADD COLUMN words text;
ALTER TABLE branches ADD COLUMN words text;
ALTER TABLE deliveries ADD COLUMN words text;

-- A trigger, because an older version that still runs writes these texts too.
CREATE FUNCTION set_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deliveries' THEN
    NEW.words := CASE WHEN coalesce(NEW.reference, NEW.order_number, NEW.notes) IS NOT NULL THEN word_text(
      coalesce(NEW.reference, '') || ' ' || coalesce(NEW.order_number, '') || ' ' || coalesce(NEW.notes, '')) END;
  ELSIF TG_TABLE_NAME = 'branches' THEN
    NEW.words := word_text(NEW.name || ' ' || NEW.address || ' ' || coalesce(NEW.reference, ''));
  ELSE
    NEW.words := word_text(NEW.name || ' ' || coalesce(NEW.reference, ''));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER products_words BEFORE INSERT OR UPDATE OF name, reference ON products
  FOR EACH ROW EXECUTE FUNCTION set_words();
CREATE TRIGGER supermarkets_words BEFORE INSERT OR UPDATE OF name, reference ON supermarkets
  FOR EACH ROW EXECUTE FUNCTION set_words();
CREATE TRIGGER branches_words BEFORE INSERT OR UPDATE OF name, address, reference ON branches
  FOR EACH ROW EXECUTE FUNCTION set_words();
CREATE TRIGGER deliveries_words BEFORE INSERT OR UPDATE OF reference, order_number, notes ON deliveries
  FOR EACH ROW EXECUTE FUNCTION set_words();

-- Filling the column is no change of a supermarket. Triggers run in the order of their names, so words still has its
-- old value when a statement changes other columns.
DROP TRIGGER supermarkets_changed ON supermarkets;
CREATE TRIGGER supermarkets_changed BEFORE UPDATE ON supermarkets
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD.words IS NOT DISTINCT FROM NEW.words)
  EXECUTE FUNCTION note_change_of_supermarket();
CREATE OR REPLACE FUNCTION note_change_of_branches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (SELECT account_id, supermarket_id FROM after_change);
  ELSE
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (
      SELECT changed.account_id, changed.supermarket_id
      FROM after_change changed JOIN before_change earlier USING (account_id, id)
      WHERE to_jsonb(changed) - 'words' IS DISTINCT FROM to_jsonb(earlier) - 'words');
  END IF;
  RETURN NULL;
END $$;

-- Empty at first, so they are built at once. The indexes of search_text stay for an older version that still runs.
CREATE INDEX products_word_idx ON products USING gin (account_id, words gin_trgm_ops);
CREATE INDEX products_short_word_idx ON products USING gin (account_id, short_words(words));
CREATE INDEX supermarkets_word_idx ON supermarkets USING gin (account_id, words gin_trgm_ops);
CREATE INDEX supermarkets_short_word_idx ON supermarkets USING gin (account_id, short_words(words));
CREATE INDEX branches_word_idx ON branches USING gin (account_id, words gin_trgm_ops);
CREATE INDEX branches_short_word_idx ON branches USING gin (account_id, short_words(words));
CREATE INDEX deliveries_word_idx ON deliveries USING gin (account_id, words gin_trgm_ops) WHERE words IS NOT NULL;
-- The rows that are left to fill.
CREATE INDEX products_wordless_idx ON products (account_id, id) WHERE words IS NULL;
CREATE INDEX supermarkets_wordless_idx ON supermarkets (account_id, id) WHERE words IS NULL;
CREATE INDEX branches_wordless_idx ON branches (account_id, id) WHERE words IS NULL;
CREATE INDEX deliveries_wordless_idx ON deliveries (account_id, id)
  WHERE words IS NULL AND (reference IS NOT NULL OR order_number IS NOT NULL OR notes IS NOT NULL);
