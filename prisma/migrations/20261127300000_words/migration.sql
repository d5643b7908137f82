-- The text that words are searched in: in lower case and without the accents of Latin letters. The extension
-- unaccent is missing from some installations, and its function is not immutable. The characters at the end of
-- the list are combining accents, which are removed.
CREATE FUNCTION search_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(replace(translate(lower(value),
    U&'àáâãäåāăąÀÁÂÃÄÅĀĂĄçćčĉÇĆČĈďđðĎĐÐèéêëēėęěÈÉÊËĒĖĘĚğģĝĞĢĜìíîïīįıÌÍÎÏĪĮİķĶĺľļłĹĽĻŁñńňņÑŃŇŅòóôõöøōőÒÓÔÕÖØŌŐŕřŔŘśšşșŚŠŞȘťțţŤȚŢùúûüūůűųÙÚÛÜŪŮŰŲýÿÝŸźżžŹŻŽ\0300\0301\0302\0303\0308\030A\0327\030C',
    'aaaaaaaaaaaaaaaaaaccccccccddddddeeeeeeeeeeeeeeeeggggggiiiiiiiiiiiiiikkllllllllnnnnnnnnoooooooooooooooorrrrssssssssttttttuuuuuuuuuuuuuuuuyyyyzzzzzz'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

CREATE INDEX products_words_idx ON products
  USING gin (account_id, search_text(name || ' ' || coalesce(reference, '')) gin_trgm_ops);
CREATE INDEX supermarkets_words_idx ON supermarkets
  USING gin (account_id, search_text(name || ' ' || coalesce(reference, '')) gin_trgm_ops);
CREATE INDEX branches_words_idx ON branches
  USING gin (account_id, search_text(name || ' ' || address || ' ' || coalesce(reference, '')) gin_trgm_ops);
-- Partial, so that deliveries without these texts cost nothing.
CREATE INDEX deliveries_words_idx ON deliveries
  USING gin (account_id, search_text(
    coalesce(reference, '') || ' ' || coalesce(order_number, '') || ' ' || coalesce(notes, '')) gin_trgm_ops)
  WHERE reference IS NOT NULL OR order_number IS NOT NULL OR notes IS NOT NULL;
