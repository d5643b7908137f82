-- Guesses from a known browser are counted by this id, because its token changes with every sign-in.
ALTER TABLE known_devices ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
