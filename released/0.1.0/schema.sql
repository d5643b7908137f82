-- 20261120000000_init

-- Every tenant table carries account_id, and it leads every primary key, unique constraint and foreign key, so that a
-- reference across accounts cannot be stored. Ids stay within 2^53-1, so that JSON readers keep them exact.
-- Tables stand in the order of the nouns: accounts and people, the catalogue, standing orders, deliveries, receipts,
-- returns, withdrawals, webhooks, alerts, imports, and what the service keeps of requests.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

---------------------------------------------------------------------------------------------------- Words and moments

CREATE FUNCTION iso_utc(instant timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(instant::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The moment at which the clocks of a zone show a time first. A time that a change of the clocks leaves out counts as the
-- moment of the change. AT TIME ZONE alone takes the second of two equal times, and moves one that is left out.
CREATE FUNCTION first_moment(local_time timestamp, zone text) RETURNS timestamptz
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  near   timestamptz := local_time AT TIME ZONE zone;
  before timestamptz := near - interval '1 day';
  after  timestamptz := near + interval '1 day';
BEGIN
  -- By the offsets from UTC of a day earlier and a day later.
  before := (local_time - (before AT TIME ZONE zone - before AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC';
  IF before AT TIME ZONE zone = local_time THEN RETURN before; END IF;
  after := (local_time - (after AT TIME ZONE zone - after AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC';
  IF after AT TIME ZONE zone = local_time THEN RETURN after; END IF;
  RETURN (SELECT min(moment) FROM generate_series(after, before, interval '1 minute') AS moment
          WHERE moment AT TIME ZONE zone >= local_time);
END $$;

-- The text that words are searched in: lower case, without the marks of letters and in compatibility form. Letters that
-- have no decomposition are listed, й is a letter of its own, and ς is written σ. Most texts are ASCII and need none of
-- that. The extension unaccent is missing from some installations, and its function is not immutable.
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

-- The only writer of the columns `words`. NULL in deliveries without such texts.
CREATE FUNCTION set_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'deliveries' THEN
    NEW.words := CASE WHEN coalesce(NEW.reference, NEW.order_number, NEW.notes) IS NOT NULL THEN word_text(
      coalesce(NEW.reference, '') || ' ' || coalesce(NEW.order_number, '') || ' ' || coalesce(NEW.notes, '')) END;
  ELSIF TG_TABLE_NAME = 'branches' THEN
    NEW.words := word_text(
      NEW.name || ' ' || NEW.address || ' ' || coalesce(NEW.reference, '') || ' ' || coalesce(NEW.gln, ''));
  ELSE
    NEW.words := word_text(NEW.name || ' ' || coalesce(NEW.reference, ''));
  END IF;
  RETURN NEW;
END $$;

-- What similar lots have in common: without case, signs, spaces, invisible characters and leading zeros.
-- src/schema/trace/trace/lot-key.ts computes the same. The range in Unicode is accents after their letter.
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

------------------------------------------------------------------------------------------------- Accounts and people

CREATE TABLE accounts (
  id                     bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991) PRIMARY KEY,
  email                  text NOT NULL UNIQUE CHECK (email = lower(email)),
  name                   text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  plan                   text NOT NULL CHECK (plan IN ('free', 'pro', 'business')),
  currency               text NOT NULL DEFAULT 'EUR' CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone              text NOT NULL DEFAULT 'UTC' CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  address                text CHECK (char_length(address) BETWEEN 1 AND 200),
  phone                  text CHECK (char_length(phone) BETWEEN 1 AND 50),
  country                text CHECK (country ~ '^[A-Z]{2}$'),
  gln                    text CHECK (gln ~ '^\d{13}$'),
  created_at             timestamptz(3) NOT NULL DEFAULT now(),
  -- When an operator deleted the account. Its rows are deleted once it can no longer be restored.
  deleted_at             timestamptz(3),
  -- After a backup was restored, the webhooks, alerts and standing orders of its accounts rest until somebody enables
  -- them: the original may still be running.
  resting_since          timestamptz(3),
  receipt_link_completes boolean NOT NULL DEFAULT false,
  refuses_withdrawn      boolean NOT NULL DEFAULT false,
  refuses_closed_days    boolean NOT NULL DEFAULT false,
  refuses_late_orders    boolean NOT NULL DEFAULT false,
  -- Whether assistants may change records of the account, over the Model Context Protocol.
  assistants_may_write   boolean NOT NULL DEFAULT false,
  -- Off: no bodies are stored, and those that are stored are hidden at once and erased soon.
  logs_request_bodies    boolean NOT NULL DEFAULT true,
  -- A country, or a region of one, whose public holidays are closed days.
  public_holidays        text CHECK (char_length(public_holidays) BETWEEN 2 AND 40),
  -- The days of the week that are closed every week: a bit for each from Monday on.
  closed_weekdays        smallint NOT NULL DEFAULT 0 CHECK (closed_weekdays BETWEEN 0 AND 127),
  -- The highest temperatures at which goods may arrive, in degrees Celsius: what the law allows depends on country and goods.
  warmest_chilled        integer NOT NULL DEFAULT 8 CHECK (warmest_chilled BETWEEN -60 AND 60),
  warmest_frozen         integer NOT NULL DEFAULT -15 CHECK (warmest_frozen BETWEEN -60 AND 60)
);
CREATE INDEX accounts_deleted_at_idx ON accounts (deleted_at) WHERE deleted_at IS NOT NULL;

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

-- The people who sign in. They do before their account is known, so an address belongs to one person of all accounts.
CREATE TABLE people (
  account_id    bigint NOT NULL REFERENCES accounts (id),
  id            bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  email         text NOT NULL UNIQUE CHECK (email = lower(email)),
  name          text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  role          text NOT NULL CHECK (role IN ('owner', 'member', 'developer', 'driver', 'viewer')),
  password_hash text NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

-- A person exists from the moment they accept, so that nobody can reserve an address of others.
CREATE TABLE invitations (
  account_id bigint NOT NULL REFERENCES accounts (id),
  id         bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  email      text NOT NULL CHECK (email = lower(email)),
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  role       text NOT NULL CHECK (role IN ('owner', 'member', 'developer', 'driver', 'viewer')),
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, email),
  UNIQUE (account_id, token_hash)
);
-- An invitation is looked up before its account is known.
CREATE INDEX invitations_token_hash_idx ON invitations (token_hash);
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);

-- Who is signed in at the settings page.
CREATE TABLE sessions (
  account_id   bigint NOT NULL REFERENCES accounts (id),
  id           bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  person_id    bigint NOT NULL,
  token_hash   bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT date_trunc('minute', now()),
  expires_at   timestamptz(3) NOT NULL,
  user_agent   text CHECK (char_length(user_agent) <= 200),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, token_hash),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);
-- A session is looked up before its account is known.
CREATE INDEX sessions_token_hash_idx ON sessions (token_hash);
CREATE INDEX sessions_person_idx ON sessions (account_id, person_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- Browsers that a person was signed in from: strangers' wrong guesses do not lock them out. Several people of an account
-- may share a browser.
CREATE TABLE known_devices (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- Guesses are counted by this id, because the token changes with every sign-in.
  id         bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  person_id  bigint NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, person_id, token_hash),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);
-- One browser may be known to several accounts, and gets a new token for all of them at once.
CREATE INDEX known_devices_token_hash_idx ON known_devices (token_hash);
CREATE INDEX known_devices_expires_at_idx ON known_devices (expires_at);

-- A mailed link by which a person sets a new password, once. A new one replaces it.
CREATE TABLE password_resets (
  account_id bigint NOT NULL,
  person_id  bigint NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, person_id),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX password_resets_token_hash_idx ON password_resets (token_hash);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

-- The second factor of a person: an app that shows codes, and recovery codes for when it is lost.
CREATE TABLE second_factors (
  account_id     bigint NOT NULL,
  person_id      bigint NOT NULL,
  secret         text NOT NULL,
  -- Until the person has entered a code, it is not required.
  confirmed_at   timestamptz(3),
  -- The time step of the last code that was used, so that no code works twice.
  last_step      bigint NOT NULL DEFAULT 0,
  -- Hashes of the codes that were not used yet.
  recovery_codes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(recovery_codes) <= 10),
  PRIMARY KEY (account_id, person_id),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id)
);

-- Named views of lists: what the address of the page says about filters, order and page size.
CREATE TABLE saved_views (
  account_id bigint NOT NULL REFERENCES accounts (id),
  id         bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  -- NULL: of everybody in the account.
  person_id  bigint,
  list       text NOT NULL CHECK (list IN (
    'deliveries', 'returns', 'receipts', 'products', 'supermarkets', 'standing_orders', 'imports', 'withdrawals')),
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  search     text NOT NULL CHECK (char_length(search) BETWEEN 1 AND 2000),
  PRIMARY KEY (account_id, id),
  UNIQUE NULLS NOT DISTINCT (account_id, person_id, list, name),
  FOREIGN KEY (account_id, person_id) REFERENCES people (account_id, id) ON DELETE CASCADE
);

CREATE TABLE api_keys (
  account_id                   bigint NOT NULL REFERENCES accounts (id),
  id                           bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  name                         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  scopes                       text[] NOT NULL CHECK (
    cardinality(scopes) > 0 AND scopes <@ ARRAY[
      'deliveries:read', 'deliveries:write', 'returns:read', 'returns:write',
      'products:read', 'products:write', 'supermarkets:read', 'supermarkets:write',
      'webhooks:read', 'webhooks:write'
    ]
  ),
  secret_hash                  bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  last_four                    text NOT NULL CHECK (char_length(last_four) = 4),
  previous_secret_hash         bytea CHECK (octet_length(previous_secret_hash) = 32),
  previous_secret_expires_at   timestamptz(3),
  -- So that a list of keys shows whether an old value still is used.
  previous_secret_last_used_at timestamptz(3),
  created_at                   timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at                 timestamptz(3),
  expires_at                   timestamptz(3),
  revoked_at                   timestamptz(3),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, secret_hash),
  CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL))
);
-- Authentication knows the hash before it knows the account.
CREATE INDEX api_keys_secret_hash_idx ON api_keys (secret_hash);
CREATE INDEX api_keys_previous_secret_hash_idx ON api_keys (previous_secret_hash)
  WHERE previous_secret_hash IS NOT NULL;
CREATE INDEX api_keys_id_idx ON api_keys (id);
-- Counts an account's keys without reading those it has revoked.
CREATE INDEX api_keys_unrevoked_idx ON api_keys (account_id) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_expires_at_idx ON api_keys (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;

-- Secrets that were replaced more than once while they are still valid. The last one before the present is in the row of
-- the key.
CREATE TABLE api_key_earlier_secrets (
  account_id   bigint NOT NULL,
  key_id       bigint NOT NULL,
  secret_hash  bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  expires_at   timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  PRIMARY KEY (account_id, key_id, secret_hash),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_earlier_secrets_secret_hash_idx ON api_key_earlier_secrets (secret_hash);
CREATE INDEX api_key_earlier_secrets_expires_at_idx ON api_key_earlier_secrets (expires_at);

-- Who did what to keys, webhooks, passwords, the account and withdrawals. Rows are only inserted, and deleted after a
-- year. No foreign keys to keys and sessions, because the log keeps what was.
CREATE TABLE audit_entries (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  id          bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  at          timestamptz(3) NOT NULL DEFAULT now(),
  action      text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 50),
  -- A branch that answers by its link is an actor, and the service in what it does on schedule.
  actor       text NOT NULL CHECK (actor IN ('key', 'session', 'operator', 'nobody', 'link', 'service')),
  key_id      bigint,
  -- The names that the key and the person had then.
  key_name    text,
  session_id  bigint,
  person_id   bigint,
  person_name text,
  -- Whether an owner of the account acted.
  by_owner    boolean NOT NULL DEFAULT false,
  -- The command or the job that acted by itself.
  system_name text,
  address     text CHECK (char_length(address) BETWEEN 1 AND 100),
  details     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  PRIMARY KEY (account_id, id),
  CHECK ((actor = 'key') = (key_id IS NOT NULL)),
  CHECK ((actor = 'session') = (session_id IS NOT NULL))
);
CREATE INDEX audit_entries_at_idx ON audit_entries USING brin (at) WITH (pages_per_range = 32);
-- Finds the entries of one action: beyond the maximum of a day the newest one replaces an older one.
CREATE INDEX audit_entries_action_idx ON audit_entries (account_id, action, id);

-- How often an actor did something on a day, so that nobody pushes the entries of others out of the audit log.
CREATE TABLE audit_counts (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- In UTC.
  day        date NOT NULL,
  action     text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 50),
  -- Such as person:7.
  actor      text NOT NULL CHECK (char_length(actor) BETWEEN 1 AND 50),
  times      integer NOT NULL CHECK (times > 0),
  -- The last entry; beyond the limit, it counts the others.
  entry_id   bigint NOT NULL,
  PRIMARY KEY (account_id, day, action, actor)
);

------------------------------------------------------------------------------------------------------- The catalogue

CREATE TABLE supermarkets (
  account_id            bigint NOT NULL REFERENCES accounts (id),
  id                    bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  name                  text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  contact_email         text NOT NULL CHECK (char_length(contact_email) BETWEEN 3 AND 200),
  reference             text CHECK (char_length(reference) BETWEEN 1 AND 100),
  -- What the supermarket expects, in percent. NULL for the default.
  on_time_target        numeric(5, 2) CHECK (on_time_target BETWEEN 0 AND 100),
  fill_rate_target      numeric(5, 2) CHECK (fill_rate_target BETWEEN 0 AND 100),
  -- The shelf life that it is promised on the day of delivery, in days or in percent of that of the product. NULL for none.
  min_remaining_days    integer CHECK (min_remaining_days BETWEEN 1 AND 3650),
  min_remaining_percent integer CHECK (min_remaining_percent BETWEEN 1 AND 100),
  -- Whether lots with less are refused. Otherwise they are only warned about.
  refuses_short_dated   boolean NOT NULL DEFAULT false,
  -- Deliveries are ordered so many days before their day, until this time in the account's zone.
  cut_off_days_before   integer CHECK (cut_off_days_before BETWEEN 0 AND 14),
  cut_off_time          text CHECK (cut_off_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  created_at            timestamptz(3) NOT NULL DEFAULT now(),
  -- When the supermarket or one of its branches last changed, for systems that read only what changed.
  updated_at            timestamptz(3) NOT NULL DEFAULT now(),
  words                 text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  CHECK ((cut_off_days_before IS NULL) = (cut_off_time IS NULL))
);
CREATE INDEX supermarkets_name_idx ON supermarkets USING gin (account_id, name gin_trgm_ops);
-- Lists by name in the order of a person: Äpfel beside Apfel, capitals beside small letters.
CREATE INDEX supermarkets_person_order_idx ON supermarkets (account_id, name COLLATE "und-x-icu", id);
-- Partial, so that records without a reference cost nothing.
CREATE UNIQUE INDEX supermarkets_reference_key ON supermarkets (account_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX supermarkets_word_idx ON supermarkets USING gin (account_id, words gin_trgm_ops);
CREATE INDEX supermarkets_short_word_idx ON supermarkets USING gin (account_id, short_words(words));
CREATE TRIGGER supermarkets_words BEFORE INSERT OR UPDATE OF name, reference ON supermarkets
  FOR EACH ROW EXECUTE FUNCTION set_words();

-- Products and branches that are not in use any more are archived. They stay, for the deliveries and returns that refer to
-- them.
CREATE TABLE branches (
  account_id      bigint NOT NULL,
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  supermarket_id  bigint NOT NULL,
  name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  address         text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 200),
  -- It can end on the day after it starts; then its end is before its start.
  delivery_window text CHECK (
    delivery_window ~ '^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$'
    AND left(delivery_window, 5) <> right(delivery_window, 5)
  ),
  reference       text CHECK (char_length(reference) BETWEEN 1 AND 100),
  gln             text CHECK (gln ~ '^\d{13}$'),
  phone           text CHECK (char_length(phone) BETWEEN 1 AND 50),
  country         text CHECK (country ~ '^[A-Z]{2}$'),
  -- As those of the account, which apply where there is no value.
  closed_weekdays smallint CHECK (closed_weekdays BETWEEN 0 AND 127),
  archived_at     timestamptz(3),
  words           text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, supermarket_id, id),
  FOREIGN KEY (account_id, supermarket_id) REFERENCES supermarkets (account_id, id)
);
CREATE INDEX branches_name_idx ON branches USING gin (account_id, name gin_trgm_ops);
CREATE UNIQUE INDEX branches_reference_key ON branches (account_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX branches_word_idx ON branches USING gin (account_id, words gin_trgm_ops);
CREATE INDEX branches_short_word_idx ON branches USING gin (account_id, short_words(words));
CREATE TRIGGER branches_words BEFORE INSERT OR UPDATE OF name, address, reference, gln ON branches
  FOR EACH ROW EXECUTE FUNCTION set_words();

-- The only writers of supermarkets.updated_at. Of two transactions, the one that began first can end last, so the time
-- never goes back.
CREATE FUNCTION note_change_of_supermarket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(NEW.updated_at, now());
  RETURN NEW;
END $$;
CREATE TRIGGER supermarkets_changed BEFORE UPDATE ON supermarkets
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_change_of_supermarket();

CREATE FUNCTION note_change_of_branches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (SELECT account_id, supermarket_id FROM after_change);
  ELSE
    UPDATE supermarkets SET updated_at = greatest(updated_at, now())
    WHERE (account_id, id) IN (
      SELECT changed.account_id, changed.supermarket_id
      FROM after_change changed JOIN before_change earlier USING (account_id, id)
      WHERE changed.* IS DISTINCT FROM earlier.*);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER branches_added AFTER INSERT ON branches REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_branches();
CREATE TRIGGER branches_changed AFTER UPDATE ON branches
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_branches();

-- Quotas of the plans hold exactly, and creating a record counts nothing: an account's row is incremented in the
-- transaction of the creation, which keeps it locked until the outcome is known. Supermarkets and branches are never
-- deleted. Products are counted by product_sequences; webhooks and keys are few, and are counted as they are created.
CREATE TABLE supermarket_counts (
  account_id   bigint PRIMARY KEY REFERENCES accounts (id),
  supermarkets integer NOT NULL CHECK (supermarkets >= 0),
  branches     integer NOT NULL CHECK (branches >= 0)
);

-- Days on which an account, or one of its branches, takes no deliveries.
CREATE TABLE closed_days (
  account_id bigint NOT NULL REFERENCES accounts (id),
  id         bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  -- NULL: of the whole account.
  branch_id  bigint,
  date       date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2100-12-31'),
  reason     text CHECK (char_length(reason) BETWEEN 1 AND 200),
  source     text NOT NULL CHECK (source IN ('typed', 'file')),
  -- Whether deliveries are possible, although a public holiday or the account's own list closes the day.
  is_open    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  UNIQUE NULLS NOT DISTINCT (account_id, branch_id, date),
  FOREIGN KEY (account_id, branch_id) REFERENCES branches (account_id, id)
);
CREATE INDEX closed_days_date_idx ON closed_days (account_id, date);

CREATE TABLE products (
  account_id      bigint NOT NULL REFERENCES accounts (id),
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  sequence_number bigint NOT NULL CHECK (sequence_number > 0),
  sequential_id   text NOT NULL GENERATED ALWAYS AS (
    'P-' || lpad(sequence_number::text, greatest(4, length(sequence_number::text)), '0')
  ) STORED,
  name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  weight          numeric(10, 3) NOT NULL CHECK (weight > 0),
  price           numeric(9, 2) NOT NULL CHECK (price >= 0),
  category        text NOT NULL CHECK (char_length(category) BETWEEN 1 AND 200),
  reference       text CHECK (char_length(reference) BETWEEN 1 AND 100),
  gtin            text CHECK (gtin ~ '^(\d{8}|\d{12,14})$'),
  unit            text NOT NULL DEFAULT 'piece'
                  CHECK (unit IN ('piece', 'case', 'pack', 'box', 'crate', 'kilogram', 'litre')),
  units_per_case  integer CHECK (units_per_case BETWEEN 1 AND 1000000),
  case_gtin       text CHECK (case_gtin ~ '^(\d{8}|\d{12,14})$'),
  brand           text CHECK (char_length(brand) BETWEEN 1 AND 200),
  packaging       text CHECK (char_length(packaging) BETWEEN 1 AND 200),
  shelf_life_days integer CHECK (shelf_life_days BETWEEN 1 AND 3650),
  lot_tracking    text NOT NULL DEFAULT 'optional' CHECK (lot_tracking IN ('none', 'optional', 'required')),
  lot_source      text CHECK (char_length(lot_source) BETWEEN 1 AND 200),
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  updated_at      timestamptz(3) NOT NULL DEFAULT now(),
  archived_at     timestamptz(3),
  words           text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, sequence_number)
);
CREATE INDEX products_category_idx ON products (account_id, category, id);
CREATE INDEX products_name_idx ON products USING gin (account_id, name gin_trgm_ops);
CREATE INDEX products_person_order_idx ON products (account_id, name COLLATE "und-x-icu", id);
CREATE INDEX products_archived_idx ON products (account_id, id) WHERE archived_at IS NOT NULL;
CREATE UNIQUE INDEX products_reference_key ON products (account_id, reference) WHERE reference IS NOT NULL;
-- Numbers of 8, 12, 13 and 14 digits are the same with zeros in front. Orders name products by the GTIN of a case, too:
-- imports look up each of up to 50,000 lines.
CREATE INDEX products_gtin_idx ON products (account_id, lpad(gtin, 14, '0')) WHERE gtin IS NOT NULL;
CREATE INDEX products_case_gtin_idx ON products (account_id, lpad(case_gtin, 14, '0')) WHERE case_gtin IS NOT NULL;
-- What a system that synchronizes asks for: the records created or changed since it last did.
CREATE INDEX products_created_at_idx ON products (account_id, created_at);
CREATE INDEX products_updated_at_idx ON products (account_id, updated_at);
-- Dispatching a delivery looks for its products among these, so it costs nothing where there are none.
CREATE INDEX products_lots_required_idx ON products (account_id, id) WHERE lot_tracking = 'required';
CREATE INDEX products_word_idx ON products USING gin (account_id, words gin_trgm_ops);
CREATE INDEX products_short_word_idx ON products USING gin (account_id, short_words(words));
CREATE TRIGGER products_words BEFORE INSERT OR UPDATE OF name, reference ON products
  FOR EACH ROW EXECUTE FUNCTION set_words();

-- The row lock taken while counting up makes sequential ids gapless: a failed creation rolls its number back, and a racing
-- one waits for the outcome.
CREATE TABLE product_sequences (
  account_id  bigint PRIMARY KEY REFERENCES accounts (id),
  last_number bigint NOT NULL CHECK (last_number > 0)
);

-- How the prices of products changed, and by whom.
CREATE TABLE price_changes (
  account_id   bigint NOT NULL,
  id           bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  product_id   bigint NOT NULL,
  changed_at   timestamptz(3) NOT NULL DEFAULT now(),
  changed_by   text,
  price_before numeric(9, 2) NOT NULL,
  price_after  numeric(9, 2) NOT NULL CHECK (price_after <> price_before),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id)
);
CREATE INDEX price_changes_product_idx ON price_changes (account_id, product_id, id);

----------------------------------------------------------------------------------------------------- Standing orders

-- Orders that repeat. What is planned is computed from them; only what was settled or changed by hand is stored.
CREATE TABLE standing_orders (
  account_id      bigint NOT NULL,
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  supermarket_id  bigint NOT NULL,
  branch_id       bigint NOT NULL,
  reference       text CHECK (char_length(reference) BETWEEN 1 AND 100),
  -- Whether no other order can have the reference: it is given up when the order ends.
  holds_reference boolean NOT NULL DEFAULT true,
  weekdays        text[] NOT NULL CHECK (cardinality(weekdays) BETWEEN 1 AND 7 AND weekdays <@ ARRAY[
    'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  every_weeks     smallint NOT NULL DEFAULT 1 CHECK (every_weeks BETWEEN 1 AND 8),
  starts_on       date NOT NULL CHECK (starts_on BETWEEN '1900-01-01' AND '2100-12-31'),
  ends_on         date CHECK (ends_on BETWEEN '1900-01-01' AND '2100-12-31'),
  lead_days       smallint NOT NULL DEFAULT 2 CHECK (lead_days BETWEEN 1 AND 14),
  generate_at     text NOT NULL DEFAULT '06:00' CHECK (generate_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  paused_from     date CHECK (paused_from BETWEEN '1900-01-01' AND '2100-12-31'),
  paused_until    date CHECK (paused_until BETWEEN '1900-01-01' AND '2100-12-31'),
  shift           text NOT NULL DEFAULT 'skip' CHECK (shift IN ('skip', 'previous', 'next')),
  notes           text CHECK (char_length(notes) <= 2000),
  order_number    text CHECK (char_length(order_number) BETWEEN 1 AND 100),
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  ended_at        timestamptz(3),
  -- Dates up to this day are occurrences only if they are stored.
  settled_until   date NOT NULL,
  -- When the generation looks at the order again; null if nothing is to come.
  check_at        timestamptz(3),
  -- The version that people send with a change. The generation changes the rest of the row.
  revision        integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, supermarket_id, branch_id) REFERENCES branches (account_id, supermarket_id, id),
  CHECK (ends_on >= starts_on),
  CHECK (paused_until IS NULL OR (paused_from IS NOT NULL AND paused_until >= paused_from)),
  CHECK (ended_at IS NULL OR (check_at IS NULL AND NOT holds_reference))
);
CREATE UNIQUE INDEX standing_orders_reference_key ON standing_orders (account_id, reference)
  WHERE holds_reference AND reference IS NOT NULL;
CREATE INDEX standing_orders_supermarket_idx ON standing_orders (account_id, supermarket_id, branch_id, id);
CREATE INDEX standing_orders_branch_idx ON standing_orders (account_id, branch_id, id);
CREATE INDEX standing_orders_turn_idx ON standing_orders (account_id, check_at) WHERE check_at IS NOT NULL;
-- Over all accounts, for the generation.
CREATE INDEX standing_orders_check_idx ON standing_orders (check_at, account_id) WHERE check_at IS NOT NULL;

CREATE TABLE standing_order_lines (
  account_id        bigint NOT NULL,
  standing_order_id bigint NOT NULL,
  line_number       smallint NOT NULL,
  product_id        bigint NOT NULL,
  quantity          integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  -- Empty for all days of the order.
  weekdays          text[] NOT NULL DEFAULT '{}' CHECK (cardinality(weekdays) <= 7 AND weekdays <@ ARRAY[
    'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  PRIMARY KEY (account_id, standing_order_id, line_number),
  FOREIGN KEY (account_id, standing_order_id) REFERENCES standing_orders (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id)
);
CREATE INDEX standing_order_lines_product_idx ON standing_order_lines (account_id, product_id, standing_order_id);

CREATE TABLE occurrences (
  account_id        bigint NOT NULL,
  standing_order_id bigint NOT NULL,
  -- The day by the rule of the order.
  date              date NOT NULL,
  status            text NOT NULL CHECK (status IN ('planned', 'created', 'skipped', 'failed')),
  -- Null for what a person skipped.
  reason            text CHECK (reason IN ('too_late', 'archived', 'closed_day', 'refused')),
  -- Of failures that the creation of the delivery found; the others follow from the reason.
  problem           text,
  problem_values    jsonb,
  delivery_date     date,
  is_changed        boolean NOT NULL DEFAULT false,
  -- Products and quantities, where they are not the order's present ones.
  lines             jsonb,
  settled_at        timestamptz(3) NOT NULL DEFAULT now(),
  -- The run of the generation after which its alert is sent; for failures only.
  failed_in         timestamptz(3),
  PRIMARY KEY (account_id, standing_order_id, date),
  FOREIGN KEY (account_id, standing_order_id) REFERENCES standing_orders (account_id, id) ON DELETE CASCADE,
  CHECK ((reason IS NOT NULL) = (status = 'failed') OR status = 'skipped'),
  CHECK (NOT is_changed OR lines IS NOT NULL),
  CHECK (status <> 'created' OR (delivery_date IS NOT NULL AND lines IS NOT NULL))
);
-- Alerts look for these in all accounts.
CREATE INDEX occurrences_untold_idx ON occurrences (settled_at) WHERE status = 'failed' AND failed_in IS NULL;
CREATE INDEX occurrences_failed_idx ON occurrences (failed_in, account_id) WHERE status = 'failed' AND failed_in IS NOT NULL;
-- Finds the dates of an account whose day had passed before their deliveries were created. These are few of all dates.
CREATE INDEX occurrences_missed_idx ON occurrences (account_id, date) WHERE status = 'failed' AND reason = 'too_late';

-- What moves the dates of standing orders makes the generation look at them again, whoever changes it: closed days, closed
-- weekdays, public holidays and the time zone. They are locked in one order, so that two changes wait for each other, but
-- never in a circle.
CREATE FUNCTION replan_on_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH place AS MATERIALIZED (
    SELECT DISTINCT account_id, branch_id FROM moved
  ), concerned AS MATERIALIZED (
    SELECT standing.account_id, standing.id FROM standing_orders standing
    WHERE standing.account_id IN (SELECT account_id FROM place) AND standing.check_at IS NOT NULL
      AND EXISTS (SELECT FROM place WHERE place.account_id = standing.account_id
                    AND coalesce(place.branch_id = standing.branch_id, true))
    ORDER BY standing.account_id, standing.id FOR NO KEY UPDATE
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = concerned.account_id AND standing.id = concerned.id;
  RETURN NULL;
END $$;
CREATE TRIGGER closed_days_added AFTER INSERT ON closed_days REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();
CREATE TRIGGER closed_days_changed AFTER UPDATE ON closed_days REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();
CREATE TRIGGER closed_days_removed AFTER DELETE ON closed_days REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_closed_days();

CREATE FUNCTION replan_on_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH concerned AS MATERIALIZED (
    SELECT id FROM standing_orders WHERE account_id = NEW.id AND check_at IS NOT NULL ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = NEW.id AND standing.id = concerned.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_replan AFTER UPDATE OF time_zone, public_holidays, closed_weekdays ON accounts FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone OR OLD.public_holidays IS DISTINCT FROM NEW.public_holidays
        OR OLD.closed_weekdays IS DISTINCT FROM NEW.closed_weekdays)
  EXECUTE FUNCTION replan_on_account();

CREATE FUNCTION replan_on_branches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH place AS MATERIALIZED (
    SELECT former.account_id, former.id FROM former JOIN latter USING (account_id, id)
    WHERE former.closed_weekdays IS DISTINCT FROM latter.closed_weekdays
  ), concerned AS MATERIALIZED (
    SELECT standing.account_id, standing.id FROM standing_orders standing
    JOIN place ON place.account_id = standing.account_id AND place.id = standing.branch_id
    WHERE standing.check_at IS NOT NULL
    ORDER BY standing.account_id, standing.id FOR NO KEY UPDATE OF standing
  )
  UPDATE standing_orders standing SET check_at = now() FROM concerned
  WHERE standing.account_id = concerned.account_id AND standing.id = concerned.id;
  RETURN NULL;
END $$;
CREATE TRIGGER branches_replan AFTER UPDATE ON branches REFERENCING OLD TABLE AS former NEW TABLE AS latter
  FOR EACH STATEMENT EXECUTE FUNCTION replan_on_branches();

---------------------------------------------------------------------------------------------------------- Deliveries

CREATE TABLE deliveries (
  account_id        bigint NOT NULL,
  id                bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  supermarket_id    bigint NOT NULL,
  branch_id         bigint NOT NULL,
  status            text NOT NULL DEFAULT 'pending'
                    CHECK (status IN ('pending', 'in_transit', 'completed', 'cancelled')),
  delivery_date     date NOT NULL CHECK (delivery_date BETWEEN '1900-01-01' AND '2100-12-31'),
  notes             text CHECK (char_length(notes) <= 2000),
  reference         text CHECK (char_length(reference) BETWEEN 1 AND 100),
  order_number      text CHECK (char_length(order_number) BETWEEN 1 AND 100),
  carrier           text CHECK (char_length(carrier) BETWEEN 1 AND 200),
  total_quantity    integer NOT NULL CHECK (total_quantity > 0),
  total_value       numeric(18, 2) NOT NULL CHECK (total_value >= 0),
  total_weight      numeric(19, 3) NOT NULL CHECK (total_weight > 0),
  created_at        timestamptz(3) NOT NULL DEFAULT now(),
  updated_at        timestamptz(3) NOT NULL DEFAULT now(),
  in_transit_at     timestamptz(3),
  completed_at      timestamptz(3),
  cancelled_at      timestamptz(3),
  -- The names that the people or keys had who created or moved it. Without a check: the names that are copied have one.
  created_by        text,
  in_transit_by     text,
  completed_by      text,
  cancelled_by      text,
  -- A pending delivery is changed by cancelling it and creating another one in its place. Both name each other, and all
  -- later versions name the first one.
  replaces_id       bigint,
  replaced_by_id    bigint,
  first_version_id  bigint,
  -- The quantity of each product in this or the first version, whichever is more: what must arrive for the delivery to be
  -- in full. NULL for a first version, where it is the total quantity.
  ordered_quantity  integer CONSTRAINT deliveries_ordered_quantity_check CHECK (ordered_quantity >= total_quantity),
  standing_order_id bigint,
  occurrence_date   date,
  -- Whether this version was created at or after the cut-off of that moment.
  after_cut_off     boolean NOT NULL DEFAULT false,
  words             text,
  PRIMARY KEY (account_id, id),
  -- Serves the filter by supermarket and lets a return repeat its delivery's supermarket safely.
  UNIQUE (account_id, supermarket_id, id),
  -- A branch belongs to one supermarket, so this reference holds the supermarket's as well.
  FOREIGN KEY (account_id, supermarket_id, branch_id) REFERENCES branches (account_id, supermarket_id, id),
  FOREIGN KEY (account_id, replaces_id) REFERENCES deliveries (account_id, id),
  FOREIGN KEY (account_id, replaced_by_id) REFERENCES deliveries (account_id, id),
  FOREIGN KEY (account_id, first_version_id) REFERENCES deliveries (account_id, id),
  CONSTRAINT deliveries_standing_order_fkey
    FOREIGN KEY (account_id, standing_order_id) REFERENCES standing_orders (account_id, id),
  CHECK ((in_transit_at IS NOT NULL) = (status IN ('in_transit', 'completed'))),
  CHECK ((completed_at IS NOT NULL) = (status = 'completed')),
  CHECK ((cancelled_at IS NOT NULL) = (status = 'cancelled')),
  CONSTRAINT deliveries_occurrence_check CHECK ((standing_order_id IS NULL) = (occurrence_date IS NULL))
-- Figures are read from indexes alone, which needs pages that were vacuumed since they changed, and the newest are read
-- most: autovacuum runs after 2 % of the rows changed instead of 20 %.
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX deliveries_status_idx ON deliveries (account_id, status, id);
CREATE INDEX deliveries_delivery_date_idx ON deliveries (account_id, delivery_date, id);
CREATE INDEX deliveries_branch_idx ON deliveries (account_id, branch_id, id);
CREATE INDEX deliveries_notes_idx ON deliveries USING gin (account_id, notes gin_trgm_ops) WHERE notes IS NOT NULL;
CREATE INDEX deliveries_created_at_idx ON deliveries (account_id, created_at);
CREATE INDEX deliveries_updated_at_idx ON deliveries (account_id, updated_at);
CREATE INDEX deliveries_in_transit_at_idx ON deliveries (account_id, in_transit_at) WHERE in_transit_at IS NOT NULL;
-- A cancelled delivery gives its reference up, so that its number can be used again; it keeps showing it. The first index
-- finds the delivery that holds a reference, the second one those that gave it up too.
CREATE UNIQUE INDEX deliveries_held_reference_key ON deliveries (account_id, reference)
  WHERE reference IS NOT NULL AND status <> 'cancelled';
CREATE INDEX deliveries_reference_idx ON deliveries (account_id, reference, id) WHERE reference IS NOT NULL;
-- Few deliveries are changed, so these indexes are small. Deleting a delivery looks its foreign keys up.
CREATE UNIQUE INDEX deliveries_replaces_idx ON deliveries (account_id, replaces_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX deliveries_replaced_by_idx ON deliveries (account_id, replaced_by_id) WHERE replaced_by_id IS NOT NULL;
CREATE INDEX deliveries_first_version_idx ON deliveries (account_id, first_version_id, id)
  WHERE first_version_id IS NOT NULL;
-- One first version for each occurrence; each later version replaces another one.
CREATE UNIQUE INDEX deliveries_occurrence_key
  ON deliveries (account_id, standing_order_id, occurrence_date, replaces_id) NULLS NOT DISTINCT
  WHERE standing_order_id IS NOT NULL;
-- Figures by the day of creation and by the day of delivery, and those of performance, are read from these indexes alone,
-- without the rows.
CREATE INDEX deliveries_created_figures_idx ON deliveries (account_id, status, created_at)
  INCLUDE (id, supermarket_id, branch_id, total_quantity, total_value, total_weight, replaced_by_id);
CREATE INDEX deliveries_due_figures_idx ON deliveries (account_id, status, delivery_date)
  INCLUDE (id, supermarket_id, branch_id, total_quantity, total_value, total_weight, replaced_by_id);
CREATE INDEX deliveries_performance_idx ON deliveries (account_id, delivery_date, id)
  INCLUDE (supermarket_id, branch_id, first_version_id, completed_at, total_quantity, ordered_quantity)
  WHERE status = 'completed';
CREATE INDEX deliveries_word_idx ON deliveries USING gin (account_id, words gin_trgm_ops) WHERE words IS NOT NULL;
CREATE TRIGGER deliveries_words BEFORE INSERT OR UPDATE OF reference, order_number, notes ON deliveries
  FOR EACH ROW EXECUTE FUNCTION set_words();

-- Who changed a pending delivery in place, without a new version, and which of its columns.
CREATE TABLE delivery_changes (
  account_id  bigint NOT NULL,
  id          bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id bigint NOT NULL,
  changed_at  timestamptz(3) NOT NULL DEFAULT now(),
  -- The name that the person or the key had. Without a check: the names that are copied have one.
  changed_by  text,
  fields      text[] NOT NULL CHECK (fields <@ ARRAY['notes', 'reference', 'order_number', 'carrier']),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
CREATE INDEX delivery_changes_delivery_idx ON delivery_changes (account_id, delivery_id, id);

-- Lines copy the name, price and weight of their product.
CREATE TABLE delivery_items (
  account_id        bigint NOT NULL,
  delivery_id       bigint NOT NULL,
  product_id        bigint NOT NULL,
  position          smallint NOT NULL CHECK (position > 0),
  name              text NOT NULL,
  quantity          integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  unit_price        numeric(9, 2) NOT NULL CHECK (unit_price >= 0),
  weight            numeric(10, 3) NOT NULL CHECK (weight > 0),
  returned_quantity integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, delivery_id, product_id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id),
  -- No more comes back than was delivered, also when returns race each other.
  CHECK (returned_quantity BETWEEN 0 AND quantity)
);
CREATE INDEX delivery_items_product_idx ON delivery_items (account_id, product_id, delivery_id);

-- The lots and dates that the lines of deliveries consist of.
CREATE TABLE delivery_item_lots (
  account_id        bigint NOT NULL,
  id                bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id       bigint NOT NULL,
  product_id        bigint NOT NULL,
  lot               text CHECK (char_length(lot) BETWEEN 1 AND 64),
  best_before       date CHECK (best_before BETWEEN '1900-01-01' AND '2100-12-31'),
  use_by            date CHECK (use_by BETWEEN '1900-01-01' AND '2100-12-31'),
  quantity          integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  returned_quantity integer NOT NULL DEFAULT 0,
  source            text CHECK (char_length(source) BETWEEN 1 AND 200),
  created_at        timestamptz(3) NOT NULL DEFAULT now(),
  -- A correction keeps the old rows, with the reason for it.
  superseded_at     timestamptz(3),
  reason            text CHECK (char_length(reason) BETWEEN 1 AND 200),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id, product_id)
    REFERENCES delivery_items (account_id, delivery_id, product_id),
  -- A date can stand in place of a lot.
  CHECK (num_nonnulls(lot, best_before, use_by) > 0),
  CHECK (num_nulls(best_before, use_by) > 0),
  -- No more of a lot comes back than was delivered, also when returns race each other.
  CHECK (returned_quantity BETWEEN 0 AND quantity),
  CHECK ((superseded_at IS NULL) = (reason IS NULL))
);
CREATE INDEX delivery_item_lots_item_idx ON delivery_item_lots (account_id, delivery_id, product_id, id);
-- A return names its lot.
CREATE UNIQUE INDEX delivery_item_lots_lot_key ON delivery_item_lots (account_id, delivery_id, product_id, lot)
  WHERE superseded_at IS NULL AND lot IS NOT NULL;
-- Traces: by product and lot, by lot, by the date in its place, also of a product, and by what similar lots have in common.
CREATE INDEX delivery_item_lots_trace_idx ON delivery_item_lots (account_id, product_id, lot, delivery_id);
CREATE INDEX delivery_item_lots_lot_idx ON delivery_item_lots (account_id, lot) WHERE lot IS NOT NULL;
CREATE INDEX delivery_item_lots_date_idx ON delivery_item_lots (account_id, coalesce(best_before, use_by))
  WHERE coalesce(best_before, use_by) IS NOT NULL;
CREATE INDEX delivery_item_lots_product_date_idx
  ON delivery_item_lots (account_id, product_id, coalesce(best_before, use_by)) WHERE superseded_at IS NULL;
CREATE INDEX delivery_item_lots_key_idx ON delivery_item_lots (account_id, lot_key(lot) COLLATE "C")
  WHERE lot IS NOT NULL AND superseded_at IS NULL;

-- Who corrected the lots of a line, when, why, and from what to what.
CREATE TABLE lot_corrections (
  account_id   bigint NOT NULL,
  id           bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id  bigint NOT NULL,
  product_id   bigint NOT NULL,
  corrected_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The person or the key, and the name that they had.
  person_id    bigint,
  key_id       bigint,
  corrected_by text CHECK (char_length(corrected_by) BETWEEN 1 AND 200),
  reason       text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
  lots_before  jsonb NOT NULL CHECK (jsonb_typeof(lots_before) = 'array'),
  lots_after   jsonb NOT NULL CHECK (jsonb_typeof(lots_after) = 'array'),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id, product_id)
    REFERENCES delivery_items (account_id, delivery_id, product_id)
);
CREATE INDEX lot_corrections_delivery_idx ON lot_corrections (account_id, delivery_id, id);

------------------------------------------------------------------------------------------------------------ Receipts

-- What was received at the door: one receipt for each delivery. What is missing becomes returns.
CREATE TABLE receipts (
  account_id    bigint NOT NULL REFERENCES accounts (id),
  delivery_id   bigint NOT NULL,
  -- What it waits for: for the supplier to accept it or to decide its disputes, for the answer of the branch, or for nothing.
  state         text NOT NULL DEFAULT 'settled'
    /* guard: receipt-states */ CHECK (state IN ('confirmed', 'disputed', 'asked', 'settled')) /* end */,
  received_at   timestamptz(3) NOT NULL,
  received_by   text NOT NULL CHECK (char_length(received_by) BETWEEN 1 AND 200),
  recorded_by   text NOT NULL /* guard: recorder-kinds */ CHECK (recorded_by IN ('session', 'key', 'link')) /* end */,
  recorder_name text,
  checked_at    timestamptz(3),
  checked_by    text,
  -- The data of an SVG path, which the service draws from points.
  signature     text CHECK (octet_length(signature) <= 65536),
  temperatures  jsonb NOT NULL DEFAULT '[]'
    /* guard: temperatures-array */ CHECK (jsonb_typeof(temperatures) = 'array') /* end */,
  created_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, delivery_id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
CREATE INDEX receipts_state_idx ON receipts (account_id, state, delivery_id);
-- Finds what drivers recorded and nobody has checked, of all accounts, for alerts. These are few of all receipts.
CREATE INDEX receipts_to_check_idx ON receipts (created_at) WHERE state = 'confirmed' AND recorded_by <> 'link';

-- Links with which a branch confirms what it received, without an account of its own.
CREATE TABLE receipt_links (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  -- The token itself is not stored.
  token_hash  bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  delivery_id bigint NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  expires_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX receipt_links_token_hash_idx ON receipt_links (token_hash);
CREATE INDEX receipt_links_delivery_idx ON receipt_links (account_id, delivery_id, created_at);
CREATE INDEX receipt_links_expires_at_idx ON receipt_links (expires_at);

-- Lines of which a branch says by its link that it received less: whole lines, or each lot of them. A dispute has one
-- question to the branch with one answer, and who decided it. Names have a check where they are from.
CREATE TABLE receipt_disputes (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  id          bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id bigint NOT NULL,
  product_id  bigint NOT NULL,
  lot         text CHECK (char_length(lot) BETWEEN 1 AND 64),
  -- The quantity that the received one is a part of. NULL for the whole line.
  delivered   integer /* guard: delivered-quantity */ CHECK (delivered >= received) /* end */,
  received    integer NOT NULL CHECK (received >= 0),
  reason      text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 100),
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined')),
  question    text CHECK (char_length(question) BETWEEN 1 AND 500),
  asked_at    timestamptz(3),
  asked_by    text,
  answer      text CHECK (char_length(answer) BETWEEN 1 AND 500),
  answered_at timestamptz(3),
  settled_at  timestamptz(3),
  settled_by  text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT receipt_disputes_line_key UNIQUE
    /* guard: dispute-of-line */ NULLS NOT DISTINCT /* end */ (account_id, delivery_id, product_id, lot),
  /* guard: question-time */ CONSTRAINT receipt_disputes_asked_check CHECK (asked_at IS NULL OR question IS NOT NULL),
  /* guard: answer-time */ CONSTRAINT receipt_disputes_answered_check CHECK (answered_at IS NULL OR answer IS NOT NULL),
  FOREIGN KEY (account_id, delivery_id, product_id) REFERENCES delivery_items (account_id, delivery_id, product_id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES receipts (account_id, delivery_id)
    /* guard: disputes-of-receipt */ ON DELETE CASCADE
);
CREATE INDEX receipt_disputes_open_idx ON receipt_disputes (account_id, delivery_id) WHERE status = 'open';

-- Photos of goods at the door. They are uploaded first, and belong to a receipt once it names them.
CREATE TABLE receipt_photos (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  id          bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id bigint NOT NULL,
  -- The delivery again once it belongs to the receipt. NULL until then, or when another receipt replaced it.
  receipt_id  bigint,
  media_type  text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  content     bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 409600),
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id),
  FOREIGN KEY (account_id, receipt_id) REFERENCES receipts (account_id, delivery_id) ON DELETE SET NULL (receipt_id)
);
-- Photos are compressed already.
ALTER TABLE receipt_photos ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX receipt_photos_delivery_idx ON receipt_photos (account_id, delivery_id, id);
CREATE INDEX receipt_photos_receipt_idx ON receipt_photos (account_id, receipt_id);
CREATE INDEX receipt_photos_created_at_idx ON receipt_photos (created_at);

-- Triggers are the only writers of receipts.state and of who checked a receipt. Whoever writes a receipt or its disputes has
-- locked the delivery, so its status stays meanwhile. Receipts that the supplier records complete the delivery.
CREATE FUNCTION note_state_of_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deliveries
             WHERE account_id = NEW.account_id AND id = NEW.delivery_id
               /* guard: receipt-in-transit */ AND status = 'in_transit' /* end */) THEN
    NEW.state := 'confirmed';
  END IF;
  RETURN NEW;
END $$;
/* guard: state-of-new-receipt */
CREATE TRIGGER receipts_added BEFORE INSERT ON receipts
  FOR EACH ROW WHEN (NEW.recorded_by = 'link') EXECUTE FUNCTION note_state_of_receipt(); /* end */

-- Who decides the last dispute of a completed delivery settles its receipt, and is kept as who checked it.
CREATE FUNCTION note_disputes_of_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts receipt SET state = reached.state,
    /* guard: settling-checker */ checked_by = CASE WHEN reached.state = 'settled' THEN reached.settled_by END,
    checked_at = CASE WHEN reached.state = 'settled' THEN reached.settled_at END
  FROM (
    SELECT dispute.account_id, dispute.delivery_id,
      CASE WHEN bool_or(dispute.status = 'open'
        /* guard: answered-question */ AND (question IS NULL OR answer IS NOT NULL) /* end */) THEN 'disputed'
           /* guard: asked-state */ WHEN bool_or(dispute.status = 'open') THEN 'asked'
           /* guard: confirmed-state */ WHEN bool_or(delivery.status = 'in_transit') THEN 'confirmed'
           ELSE 'settled' END AS state,
      max(dispute.settled_at) AS settled_at,
      (array_agg(dispute.settled_by ORDER BY dispute.settled_at DESC NULLS LAST, dispute.id DESC))[1] AS settled_by
    FROM (SELECT DISTINCT account_id, delivery_id FROM after_change) AS changed
    JOIN receipt_disputes dispute USING (account_id, delivery_id)
    JOIN deliveries delivery ON delivery.account_id = dispute.account_id AND delivery.id = dispute.delivery_id
    GROUP BY dispute.account_id, dispute.delivery_id
  ) AS reached
  WHERE receipt.account_id = reached.account_id AND receipt.delivery_id = reached.delivery_id
    AND receipt.state <> reached.state;
  RETURN NULL;
END $$;
/* guard: state-of-new-dispute */
CREATE TRIGGER receipt_disputes_added AFTER INSERT ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_disputes_of_receipts(); /* end */
/* guard: state-of-changed-dispute */
CREATE TRIGGER receipt_disputes_changed AFTER UPDATE ON receipt_disputes REFERENCING NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION note_disputes_of_receipts(); /* end */

-- Who completes a delivery accepts its receipt, in whichever way it happens. A branch that completes by its link has checked
-- nothing.
CREATE FUNCTION settle_receipt_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET
    /* guard: completing-checker */ checked_by = NEW.completed_by,
    /* guard: completing-check-time */ checked_at = CASE WHEN NEW.completed_by IS NOT NULL THEN NEW.completed_at END,
    state = 'settled'
  WHERE account_id = NEW.account_id AND delivery_id = NEW.id
    /* guard: completed-confirmed-receipt */ AND state = 'confirmed' /* end */;
  RETURN NULL;
END $$;
/* guard: receipt-of-completed */
CREATE TRIGGER deliveries_completed AFTER UPDATE OF status ON deliveries
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION settle_receipt_of_delivery(); /* end */

------------------------------------------------------------------------------------------------------------- Returns

CREATE TABLE returns (
  account_id     bigint NOT NULL,
  id             bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id    bigint NOT NULL,
  product_id     bigint NOT NULL,
  supermarket_id bigint NOT NULL,
  quantity       integer NOT NULL,
  reason         text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 100),
  description    text NOT NULL DEFAULT '' CHECK (char_length(description) <= 2000),
  -- The lot that came back, as the return named it. The row of the lot counts how much of it did.
  lot            text CHECK (char_length(lot) BETWEEN 1 AND 64),
  return_date    date NOT NULL CHECK (return_date BETWEEN '1900-01-01' AND '2100-12-31'),
  credit_amount  numeric(16, 2) NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  created_by     text,
  -- A return is taken back by another one with the negative quantity and credit. Both name each other.
  reverses_id    bigint,
  reversed_by_id bigint,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id, product_id)
    REFERENCES delivery_items (account_id, delivery_id, product_id),
  FOREIGN KEY (account_id, supermarket_id, delivery_id) REFERENCES deliveries (account_id, supermarket_id, id),
  CONSTRAINT returns_reverses_fkey FOREIGN KEY (account_id, reverses_id) REFERENCES returns (account_id, id),
  CONSTRAINT returns_reversed_by_fkey FOREIGN KEY (account_id, reversed_by_id) REFERENCES returns (account_id, id),
  CONSTRAINT returns_sign_check CHECK (
    CASE WHEN reverses_id IS NULL
      THEN quantity BETWEEN 1 AND 1000000 AND credit_amount >= 0
      ELSE quantity BETWEEN -1000000 AND -1 AND credit_amount <= 0 AND reversed_by_id IS NULL
    END)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX returns_delivery_idx ON returns (account_id, delivery_id, id);
CREATE INDEX returns_supermarket_idx ON returns (account_id, supermarket_id, id);
CREATE INDEX returns_reason_idx ON returns (account_id, reason, id);
CREATE INDEX returns_product_idx ON returns (account_id, product_id, id);
-- Figures are read from these indexes alone, and the first finds what was created since.
CREATE INDEX returns_figures_idx ON returns (account_id, created_at)
  INCLUDE (supermarket_id, delivery_id, product_id, reason, quantity, credit_amount);
CREATE INDEX returns_date_figures_idx ON returns (account_id, return_date, id)
  INCLUDE (supermarket_id, delivery_id, product_id, reason, quantity, credit_amount);
-- A return is reversed once. Few are, so these indexes are small. Deleting a return looks both foreign keys up.
CREATE UNIQUE INDEX returns_reverses_idx ON returns (account_id, reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX returns_reversed_by_idx ON returns (account_id, reversed_by_id) WHERE reversed_by_id IS NOT NULL;

--------------------------------------------------------------------------------------------------------- Withdrawals

-- A withdrawal of lots, and what each branch that got some of them said to it.
CREATE TABLE withdrawals (
  account_id       bigint NOT NULL,
  id               bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  kind             text NOT NULL CHECK (kind IN ('withdrawal', 'recall', 'test')),
  product_id       bigint NOT NULL,
  lots             text[] NOT NULL DEFAULT '{}' CHECK (cardinality(lots) <= 100),
  best_before_from date CHECK (best_before_from BETWEEN '1900-01-01' AND '2100-12-31'),
  best_before_to   date CHECK (best_before_to BETWEEN '1900-01-01' AND '2100-12-31'),
  reason           text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 2000),
  instruction      text NOT NULL CHECK (char_length(instruction) BETWEEN 1 AND 2000),
  started_at       timestamptz(3) NOT NULL DEFAULT now(),
  closed_at        timestamptz(3),
  closed_reason    text CHECK (char_length(closed_reason) BETWEEN 1 AND 2000),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products (account_id, id),
  -- Lots, or a range of dates.
  CHECK ((cardinality(lots) > 0) <> (num_nonnulls(best_before_from, best_before_to) > 0)),
  CHECK ((closed_at IS NULL) = (closed_reason IS NULL))
);
CREATE INDEX withdrawals_product_idx ON withdrawals (account_id, product_id);
-- Corrections look for the open withdrawals of their product.
CREATE INDEX withdrawals_open_idx ON withdrawals (account_id, product_id) WHERE closed_at IS NULL;

-- A notice follows the goods while its withdrawal is open: `quantity` stays that of the start, the one of now is read from
-- the lots, and the last one is kept when the withdrawal is closed.
CREATE TABLE withdrawal_notices (
  account_id         bigint NOT NULL,
  id                 bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  withdrawal_id      bigint NOT NULL,
  branch_id          bigint NOT NULL,
  -- What the branch had got and not returned when the withdrawal began.
  quantity           integer NOT NULL CHECK (quantity >= 0),
  -- NULL: when the withdrawal began.
  added_at           timestamptz(3),
  -- When, how and by whom the branch was told.
  sent_at            timestamptz(3),
  sent_by            text CHECK (sent_by IN ('mail', 'phone', 'link')),
  told_by            text CHECK (char_length(told_by) BETWEEN 1 AND 200),
  acknowledged_at    timestamptz(3),
  acknowledged_by    text CHECK (char_length(acknowledged_by) BETWEEN 1 AND 200),
  quantity_found     integer CHECK (quantity_found BETWEEN 0 AND 1000000),
  quantity_destroyed integer CHECK (quantity_destroyed BETWEEN 0 AND 1000000),
  quantity_held      integer CHECK (quantity_held BETWEEN 0 AND 1000000),
  closed_quantity    integer CHECK (closed_quantity >= 0),
  closed_reason      text CHECK (char_length(closed_reason) BETWEEN 1 AND 200),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, withdrawal_id, branch_id),
  FOREIGN KEY (account_id, withdrawal_id) REFERENCES withdrawals (account_id, id),
  FOREIGN KEY (account_id, branch_id) REFERENCES branches (account_id, id),
  CHECK ((sent_at IS NULL) = (sent_by IS NULL)),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE INDEX withdrawal_notices_branch_idx ON withdrawal_notices (account_id, branch_id, id);

-- Links with which a branch acknowledges a withdrawal, without an account of its own. A mail has the links of all branches
-- of a withdrawal with its address.
CREATE TABLE notice_links (
  account_id      bigint NOT NULL,
  -- The token itself is not stored.
  token_hash      bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  withdrawal_id   bigint NOT NULL,
  branch_id       bigint NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  expires_at      timestamptz(3) NOT NULL,
  -- That a mail with this link is being sent, and that the mail server took it.
  mail_started_at timestamptz(3),
  mailed_at       timestamptz(3),
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id, withdrawal_id) REFERENCES withdrawals (account_id, id),
  FOREIGN KEY (account_id, branch_id) REFERENCES branches (account_id, id)
);
-- A link is looked up before its account is known.
CREATE INDEX notice_links_token_hash_idx ON notice_links (token_hash);
CREATE INDEX notice_links_notice_idx ON notice_links (account_id, withdrawal_id, branch_id, created_at);
CREATE INDEX notice_links_expires_at_idx ON notice_links (expires_at);

-- Withdrawn lots that left again: the account gets an alert about each delivery.
CREATE TABLE withdrawn_dispatches (
  account_id    bigint NOT NULL,
  id            bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  delivery_id   bigint NOT NULL,
  withdrawal_id bigint NOT NULL,
  product_id    bigint NOT NULL,
  -- As it was then: lots can be replaced before the alert is sent.
  lot           text CHECK (char_length(lot) BETWEEN 1 AND 64),
  dispatched_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id, product_id) REFERENCES delivery_items (account_id, delivery_id, product_id),
  FOREIGN KEY (account_id, withdrawal_id) REFERENCES withdrawals (account_id, id)
);
CREATE INDEX withdrawn_dispatches_time_idx ON withdrawn_dispatches (dispatched_at);

------------------------------------------------------------------------------------------------- Events and webhooks

-- Events are written in the transaction of the change. `recipients` are the subscriptions that were active then; a
-- dispatcher turns them into messages and clears the column.
CREATE TABLE events (
  account_id      bigint NOT NULL REFERENCES accounts (id),
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  type            text NOT NULL,
  body            text NOT NULL,
  recipients      bigint[],
  -- The trace of the request that caused the event, so that its callbacks join it. Written only while tracing is on.
  traceparent     text CHECK (char_length(traceparent) = 55),
  -- The event that a webhook gets again, in rows of the type webhook.resent. Live streams send it from there; its body is
  -- stored once. No foreign key: old events are deleted without looking for their resends.
  resent_event_id bigint,
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
-- What waits for the dispatcher; empty most of the time.
CREATE INDEX events_waiting_idx ON events (account_id, id) WHERE recipients IS NOT NULL;
-- Rows arrive in the order of time, so the cheapest of indexes finds the old ones.
CREATE INDEX events_created_at_idx ON events USING brin (created_at) WITH (pages_per_range = 32);

CREATE TABLE webhook_subscriptions (
  account_id                 bigint NOT NULL REFERENCES accounts (id),
  id                         bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  url                        text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  events                     text[] NOT NULL CHECK (
    cardinality(events) > 0 AND events <@ ARRAY[
      'delivery.created', 'delivery.in_transit', 'delivery.completed', 'delivery.cancelled',
      'return.created', 'product.created', 'product.updated'
    ]
  ),
  -- The events that it was subscribed to before: waiting retries and old messages may still be of them, so whoever decides
  -- where its messages go must be allowed to read these as well.
  past_events                text[] NOT NULL DEFAULT '{}',
  description                text CHECK (char_length(description) <= 2000),
  status                     text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deactivated')),
  consecutive_failures       integer NOT NULL DEFAULT 0 CHECK (consecutive_failures >= 0),
  -- Until then its messages wait after a failure; retries only if their failure would deactivate it.
  paused_until               timestamptz(3),
  -- Whether its last callback took long: fewer are then in progress at a time.
  is_slow                    boolean NOT NULL DEFAULT false,
  -- Counts claims and failures, so that a claim notices what happens at the same time. It is the lease of claimed messages.
  version                    bigint NOT NULL DEFAULT 0,
  -- From when on to recover missed messages, and where the next batch begins: from the newest to the oldest.
  recover_since              timestamptz(3),
  recover_message_before     bigint,
  recover_event_before       bigint,
  secret                     text NOT NULL,
  previous_secret            text,
  previous_secret_expires_at timestamptz(3),
  created_at                 timestamptz(3) NOT NULL DEFAULT now(),
  deactivated_at             timestamptz(3),
  -- The error of the callback that deactivated it.
  deactivation_error         text,
  PRIMARY KEY (account_id, id),
  CHECK ((deactivated_at IS NOT NULL) = (status = 'deactivated')),
  CHECK (deactivation_error IS NULL OR status = 'deactivated'),
  CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))
-- Every claim updates the row, so pages keep room.
) WITH (fillfactor = 70);
CREATE INDEX webhook_subscriptions_id_idx ON webhook_subscriptions (id);
CREATE INDEX webhook_subscriptions_recovering_idx ON webhook_subscriptions (account_id, id) WHERE recover_since IS NOT NULL;
-- What the search for trouble reads.
CREATE INDEX webhook_subscriptions_trouble_idx ON webhook_subscriptions (account_id, id)
  WHERE consecutive_failures > 0 OR status = 'deactivated';

-- As those of keys.
CREATE TABLE webhook_earlier_secrets (
  account_id      bigint NOT NULL,
  subscription_id bigint NOT NULL,
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  secret          text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, subscription_id, id),
  FOREIGN KEY (account_id, subscription_id) REFERENCES webhook_subscriptions (account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_earlier_secrets_expires_at_idx ON webhook_earlier_secrets (expires_at);

-- One event for one subscription; the webhook-id stays the same over all its attempts.
CREATE TABLE webhook_messages (
  account_id      bigint NOT NULL,
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  webhook_id      text NOT NULL DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  subscription_id bigint NOT NULL,
  event_id        bigint NOT NULL,
  status          text NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  -- How often it failed since it was last sent afresh: where it stands in the retry schedule.
  failures        integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- While a callback of it is in progress, when another worker may take it: a killed worker's messages come back.
  next_attempt_at timestamptz(3) DEFAULT now(),
  -- The claim that sends it; NULL if none does. An attempt that finds another one has lost its lease.
  lease           bigint,
  -- Tests and resent messages do not wait for the end of a pause.
  at_once         boolean NOT NULL DEFAULT false,
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, webhook_id),
  UNIQUE (account_id, subscription_id, event_id),
  -- No reference to the subscription: deleting one does not wait for its messages, a job deletes them.
  FOREIGN KEY (account_id, event_id) REFERENCES events (account_id, id) ON DELETE CASCADE,
  CHECK ((next_attempt_at IS NOT NULL) = (status = 'pending'))
);
CREATE INDEX webhook_messages_subscription_idx ON webhook_messages (account_id, subscription_id, id);
CREATE INDEX webhook_messages_pending_idx ON webhook_messages (account_id, subscription_id, next_attempt_at)
  WHERE status = 'pending';
-- The messages that a pause does not hold up. Those of healthy webhooks are not in it.
CREATE INDEX webhook_messages_unpaused_idx ON webhook_messages (account_id, subscription_id, next_attempt_at)
  WHERE status = 'pending' AND (failures > 0 OR at_once);
CREATE INDEX webhook_messages_unsent_idx ON webhook_messages (account_id, subscription_id, id)
  WHERE status IN ('failed', 'cancelled');
CREATE INDEX webhook_messages_event_idx ON webhook_messages (account_id, event_id);

CREATE TABLE webhook_attempts (
  account_id       bigint NOT NULL,
  id               bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  message_id       bigint NOT NULL,
  attempted_at     timestamptz(3) NOT NULL,
  duration_ms      integer NOT NULL CHECK (duration_ms >= 0),
  status_code      smallint,
  error            text,
  response_excerpt text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, message_id) REFERENCES webhook_messages (account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_message_idx ON webhook_attempts (account_id, message_id, id);
CREATE INDEX webhook_attempts_attempted_at_idx ON webhook_attempts USING brin (attempted_at) WITH (pages_per_range = 32);

-------------------------------------------------------------------------------------------------------------- Alerts

-- Where an account wants to be told of trouble. Accounts without a row have the defaults.
CREATE TABLE alert_settings (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  url        text,
  secret     text,
  by_mail    boolean NOT NULL DEFAULT true,
  muted      text[] NOT NULL DEFAULT '{}',
  CHECK ((url IS NULL) = (secret IS NULL))
);

-- Alerts: what was told, and what is to be told. What is over the limit of an hour is told by a summary.
CREATE TABLE alerts (
  account_id      bigint NOT NULL REFERENCES accounts (id),
  id              bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  type            text NOT NULL,
  -- The record that it is about, and what tells one case of its trouble from the next.
  subject         text NOT NULL,
  level           integer NOT NULL,
  -- Whether the trouble of an endpoint lasts.
  is_open         boolean NOT NULL,
  body            text NOT NULL,
  status          text NOT NULL CHECK (status IN ('pending', 'sent', 'failed', 'withheld')),
  -- The summary that counts a withheld alert.
  summary_id      bigint,
  -- How many cases the alert stands for.
  cases           integer NOT NULL DEFAULT 1,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
  posted_at       timestamptz(3),
  mailed_at       timestamptz(3),
  error           text,
  created_at      timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX alerts_subject_idx ON alerts (account_id, type, subject);
CREATE INDEX alerts_open_idx ON alerts (account_id, subject) WHERE is_open;
CREATE INDEX alerts_pending_idx ON alerts (next_attempt_at) WHERE status = 'pending';
CREATE INDEX alerts_withheld_idx ON alerts (created_at) WHERE status = 'withheld' AND summary_id IS NULL;
CREATE INDEX alerts_created_at_idx ON alerts (created_at);

------------------------------------------------------------------------------------------------------------- Imports

-- Files to import, and what became of them. What is started is the stored file itself.
CREATE TABLE imports (
  account_id     bigint NOT NULL REFERENCES accounts (id),
  id             bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  -- The API key that sent the file; NULL for a person at the settings page.
  key_id         bigint,
  kind           text NOT NULL CHECK (kind IN ('products', 'supermarkets', 'deliveries', 'standing-orders')),
  status         text NOT NULL CHECK (status IN ('previewed', 'running', 'succeeded', 'failed', 'cancelled')),
  file           bytea NOT NULL CHECK (octet_length(file) BETWEEN 1 AND 10485760),
  sha256         bytea NOT NULL CHECK (octet_length(sha256) = 32),
  file_name      text CHECK (char_length(file_name) <= 200),
  -- JSON: what its sender chose. A character can take six: the longest choices have 62,400.
  choices        text NOT NULL DEFAULT '{}' CHECK (char_length(choices) <= 65536),
  -- JSON, as the preview found the columns, and why rows were refused.
  columns        text NOT NULL,
  refusals       text NOT NULL,
  -- JSON: how it was read, sheets, sample, changes, ignored columns and notes.
  preview        text NOT NULL DEFAULT '{}',
  -- JSON: open questions and missing columns.
  problems       text NOT NULL DEFAULT '[]',
  header_key     text,
  rows           integer NOT NULL CHECK (rows >= 0),
  created        integer NOT NULL CHECK (created >= 0),
  updated        integer NOT NULL CHECK (updated >= 0),
  unchanged      integer NOT NULL CHECK (unchanged >= 0),
  refused        integer NOT NULL CHECK (refused >= 0),
  -- How many deliveries of a file differ from those of the account: those that stay as they are, and those that the
  -- import revised, or would revise.
  differs        integer NOT NULL DEFAULT 0,
  revised        integer NOT NULL DEFAULT 0,
  -- Records that the run has written so far, and those that it writes in all.
  done           integer NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND total),
  total          integer NOT NULL CHECK (total >= 0),
  -- Why it failed: in words, and for programs.
  error          text,
  problem        text,
  problem_values jsonb,
  -- How often a run began; one that always ends its process must end too.
  attempts       integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- As the audit log names them: kind, keyId, sessionId, personId and address.
  started_by     jsonb,
  created_at     timestamptz(3) NOT NULL DEFAULT now(),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  -- When the running process last reported; a run that is silent for a time is started again.
  heartbeat_at   timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id),
  CHECK ((started_at IS NULL) = (status = 'previewed') OR status = 'cancelled'),
  CHECK ((finished_at IS NOT NULL) = (status IN ('succeeded', 'failed', 'cancelled')))
);
CREATE INDEX imports_running_idx ON imports (heartbeat_at) WHERE status = 'running';
CREATE INDEX imports_failed_idx ON imports (finished_at) WHERE status = 'failed';
CREATE INDEX imports_created_at_idx ON imports (created_at);

-- Which fields columns were assigned to, so that the next file needs no assignment.
CREATE TABLE import_mappings (
  account_id bigint NOT NULL REFERENCES accounts (id),
  kind       text NOT NULL CHECK (kind IN ('products', 'supermarkets', 'deliveries', 'standing-orders')),
  -- The SHA-256 of the column's name.
  header_key text NOT NULL CHECK (char_length(header_key) = 64),
  -- JSON: its fields.
  fields     text NOT NULL CHECK (char_length(fields) <= 20000),
  used_at    timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, kind, header_key)
);

------------------------------------------------------------------------------------------------------------ Requests

-- The log of requests: rows that are only inserted, read for a week and deleted. No foreign keys, because a check for each
-- row would cost as much as the row.
CREATE TABLE requests (
  account_id           bigint NOT NULL,
  received_at          timestamptz(3) NOT NULL,
  id                   bigint GENERATED BY DEFAULT AS IDENTITY (MAXVALUE 9007199254740991),
  request_id           text NOT NULL,
  method               text NOT NULL,
  path                 text NOT NULL,
  query                text,
  endpoint             text,
  -- NULL if the client disconnected before the response.
  status               smallint,
  failed               boolean NOT NULL,
  -- Why it failed.
  code                 text,
  field                text,
  message              text,
  problem              text,
  problem_values       jsonb,
  -- NULL for a request of a person.
  key_id               bigint,
  person_id            bigint,
  -- At the time of the request.
  person_name          text,
  address              text NOT NULL,
  duration_ms          integer NOT NULL CHECK (duration_ms >= 0),
  idempotency_key_hash text,
  user_agent           text,
  operation            text,
  -- Masked, at most 4 KiB; of failed writes only.
  body                 text,
  body_cut             boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, received_at, id)
);
CREATE INDEX requests_request_id_idx ON requests (account_id, request_id);
CREATE INDEX requests_key_idx ON requests (account_id, key_id, received_at, id);
CREATE INDEX requests_failed_idx ON requests (account_id, received_at, id) WHERE failed;
CREATE INDEX requests_idempotency_idx ON requests (account_id, idempotency_key_hash) WHERE idempotency_key_hash IS NOT NULL;
CREATE INDEX requests_body_idx ON requests (account_id, received_at, id) WHERE body IS NOT NULL;
-- Live streams read requests in the order in which they were written, not received.
CREATE INDEX requests_id_idx ON requests (account_id, id);
CREATE INDEX requests_received_at_idx ON requests USING brin (received_at) WITH (pages_per_range = 32);

-- Those refused by a limit and those that failed by a fault of the caller's are among the requests.
CREATE TABLE request_counts (
  account_id bigint NOT NULL,
  key_id     bigint NOT NULL,
  hour       timestamptz(3) NOT NULL CHECK (hour = date_trunc('hour', hour, 'UTC')),
  requests   integer NOT NULL CHECK (requests >= 0),
  refused    integer NOT NULL CHECK (refused >= 0),
  failed     integer NOT NULL CHECK (failed >= 0),
  PRIMARY KEY (account_id, key_id, hour),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id)
);
CREATE INDEX request_counts_hour_idx ON request_counts USING brin (hour) WITH (pages_per_range = 32);

-- What the failed requests of request_counts were: by endpoint and error, a bounded number of rows for each account and day.
CREATE TABLE request_failures (
  account_id bigint NOT NULL,
  day        date NOT NULL,
  key_id     bigint NOT NULL,
  -- Such as "GET /api/v1/products/{product_id}"; "other" for a path that is no endpoint.
  endpoint   text NOT NULL CHECK (char_length(endpoint) <= 200),
  status     smallint NOT NULL CHECK (status BETWEEN 400 AND 499),
  code       text NOT NULL CHECK (char_length(code) <= 50),
  requests   integer NOT NULL CHECK (requests >= 0),
  PRIMARY KEY (account_id, day, key_id, endpoint, status, code),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id)
);
CREATE INDEX request_failures_day_idx ON request_failures USING brin (day) WITH (pages_per_range = 32);

-- The response of a write that happened, stored in the write's own transaction.
CREATE TABLE idempotency_keys (
  account_id  bigint NOT NULL REFERENCES accounts (id),
  key         text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  fingerprint bytea NOT NULL,
  status      smallint NOT NULL,
  body        text NOT NULL,
  -- The key or session that received a response with a secret; it is repeated to no other.
  only_for    text,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
-- Finds the few responses that hold a webhook's secret, encrypted or not yet, when the key changes.
CREATE INDEX idempotency_keys_secret_idx ON idempotency_keys (account_id, key)
  WHERE (body LIKE '%whsec\_%' OR body LIKE 'sealed:%');

-- What each account stored for replays, by the hour: the sum is bounded.
CREATE TABLE idempotency_usage (
  account_id bigint NOT NULL REFERENCES accounts (id),
  hour       timestamptz(3) NOT NULL,
  bytes      bigint NOT NULL,
  PRIMARY KEY (account_id, hour)
);
CREATE INDEX idempotency_usage_hour_idx ON idempotency_usage (hour);

-- Counters of rate-limiter-flexible (its own column order); rows are hot, so pages keep room.
CREATE TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 50);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);

-- What commands must know of the service's settings: one row, those of the last start.
CREATE TABLE service_settings (
  is_only                boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  allow_private_networks boolean NOT NULL
);

----------------------------------------------------------------------------------------------------------- Rehearsals

-- A rehearsal is a transaction that is rolled back, in which this setting has the last id of its rows. They are
-- negative, because a sequence does not take numbers back.
CREATE FUNCTION is_rehearsal() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(current_setting('provender.rehearsal', true), '') <> '';

CREATE FUNCTION next_id(sequence regclass) RETURNS bigint LANGUAGE sql VOLATILE
  RETURN CASE WHEN is_rehearsal()
    THEN set_config('provender.rehearsal', (current_setting('provender.rehearsal')::bigint + 1)::text, true)::bigint
    ELSE nextval(sequence) END;

-- Each migration that creates tables calls this last: their identities become ids of that function.
CREATE PROCEDURE use_next_ids() LANGUAGE plpgsql AS $$
DECLARE numbered record;
BEGIN
  FOR numbered IN SELECT quote_ident(table_name) AS name, table_name || '_id_seq' AS sequence
                  FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES' LOOP
    EXECUTE format('ALTER TABLE %s ALTER id DROP IDENTITY', numbered.name);
    EXECUTE format('CREATE SEQUENCE %I MAXVALUE 9007199254740991 OWNED BY %s.id', numbered.sequence, numbered.name);
    EXECUTE format('ALTER TABLE %s ALTER id SET DEFAULT next_id(%L)', numbered.name, numbered.sequence);
  END LOOP;
END $$;
CALL use_next_ids();
