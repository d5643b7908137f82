-- The lot that came back, as the return named it. The row of the lot counts how much of it did.
ALTER TABLE returns ADD COLUMN lot text CHECK (char_length(lot) BETWEEN 1 AND 64);
