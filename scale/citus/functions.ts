/** A delivery as one JSON value, as the service reads it; `account` is a constant for every table. */
const DELIVERY = `json_build_object(
    'supermarket', (SELECT json_build_object('name', name) FROM supermarkets
                    WHERE account_id = account AND id = t.supermarket_id),
    'branch', (SELECT json_build_object('name', name) FROM branches
               WHERE account_id = account AND supermarket_id = t.supermarket_id AND id = t.branch_id),
    'items', (SELECT coalesce(json_agg(ITEM ORDER BY position), '[]'::json) FROM delivery_items
              WHERE account_id = account AND delivery_id = t.id),
    'accountId', t.account_id, 'id', t.id, 'totalValue', trim_scale(t.total_value)::text,
    'deliveryDate', t.delivery_date, 'status', t.status, 'createdAt', t.created_at)`;

export const ITEM = `json_build_object('accountId', account_id, 'deliveryId', delivery_id, 'productId', product_id,
    'position', position, 'name', name, 'quantity', quantity, 'unitPrice', trim_scale(unit_price)::text)`;

/** Each the whole of a request; the first argument is the account, by which Citus chooses the node. */
export const FUNCTIONS = {
  'read_one(bigint, bigint)': `
    CREATE FUNCTION read_one(account bigint, delivery bigint) RETURNS json LANGUAGE plpgsql AS $$
    BEGIN
      RETURN (SELECT ${DELIVERY.replace('ITEM', ITEM)} FROM deliveries t WHERE account_id = account AND id = delivery);
    END $$`,
  // Statements on one table each: Citus keeps plans of such alone.
  'read_one_simply(bigint, bigint)': `
    CREATE FUNCTION read_one_simply(account bigint, delivery bigint) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE
      t record;
      market text;
      place text;
      lines json;
    BEGIN
      SELECT * INTO t FROM deliveries WHERE account_id = account AND id = delivery;
      SELECT name INTO market FROM supermarkets WHERE account_id = account AND id = t.supermarket_id;
      SELECT name INTO place FROM branches WHERE account_id = account AND id = t.branch_id;
      SELECT json_agg(${ITEM} ORDER BY position) INTO lines FROM delivery_items
      WHERE account_id = account AND delivery_id = delivery;
      RETURN json_build_object('supermarket', json_build_object('name', market),
        'branch', json_build_object('name', place), 'items', lines, 'accountId', t.account_id, 'id', t.id,
        'totalValue', trim_scale(t.total_value)::text, 'deliveryDate', t.delivery_date, 'status', t.status,
        'createdAt', t.created_at);
    END $$`,
  'read_list(bigint, int)': `
    CREATE FUNCTION read_list(account bigint, size int) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE
      page bigint[];
    BEGIN
      page := ARRAY(SELECT id FROM deliveries WHERE account_id = account ORDER BY id DESC LIMIT size + 1);
      RETURN json_build_object(
        'hasMore', cardinality(page) > size,
        'items', (SELECT json_agg(${DELIVERY.replace('ITEM', ITEM)} ORDER BY id DESC) FROM deliveries t
                  WHERE account_id = account AND id = ANY(page[:size])),
        'counted', (SELECT count(*) FROM (SELECT FROM deliveries WHERE account_id = account LIMIT 10001) AS capped));
    END $$`,
  'read_list_simply(bigint, int)': `
    CREATE FUNCTION read_list_simply(account bigint, size int) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE
      t deliveries;
      page deliveries[] := '{}';
      ids bigint[] := '{}';
      market_ids bigint[] := '{}';
      place_ids bigint[] := '{}';
      markets jsonb;
      places jsonb;
      line record;
      lines json[] := '{}';
      items json[] := '{}';
      counted bigint;
    BEGIN
      FOR t IN SELECT * FROM deliveries WHERE account_id = account ORDER BY id DESC LIMIT size + 1 LOOP
        page := page || t;
        ids := ids || t.id;
        market_ids := market_ids || t.supermarket_id;
        place_ids := place_ids || t.branch_id;
      END LOOP;
      SELECT jsonb_object_agg(id, name) INTO markets FROM supermarkets
      WHERE account_id = account AND id = ANY(market_ids);
      SELECT jsonb_object_agg(id, name) INTO places FROM branches WHERE account_id = account AND id = ANY(place_ids);
      FOR line IN SELECT delivery_id, json_agg(${ITEM} ORDER BY position) AS items FROM delivery_items
        WHERE account_id = account AND delivery_id = ANY(ids) GROUP BY delivery_id
      LOOP
        lines[array_position(ids, line.delivery_id)] := line.items;
      END LOOP;
      SELECT count(*) INTO counted FROM deliveries WHERE account_id = account;
      FOR at IN 1 .. least(size, cardinality(page)) LOOP
        t := page[at];
        items[at] := json_build_object('supermarket', json_build_object('name', markets ->> t.supermarket_id::text),
          'branch', json_build_object('name', places ->> t.branch_id::text), 'items', lines[at],
          'accountId', t.account_id, 'id', t.id, 'totalValue', trim_scale(t.total_value)::text,
          'deliveryDate', t.delivery_date, 'status', t.status, 'createdAt', t.created_at);
      END LOOP;
      RETURN json_build_object('hasMore', cardinality(page) > size, 'items', array_to_json(items), 'counted', counted);
    END $$`,
  'create_delivery(bigint, bigint, bigint, bigint[], int[], date, text)': `
    CREATE FUNCTION create_delivery(account bigint, supermarket bigint, branch bigint, product_ids bigint[],
      quantities int[], due date, note text, OUT created_id bigint, OUT has_recipients boolean) LANGUAGE plpgsql AS $$
    DECLARE
      market text;
      place text;
      ids bigint[];
      names text[];
      prices numeric[];
      at int;
      total numeric := 0;
      amount int := 0;
      created timestamptz;
      recipient_ids bigint[];
    BEGIN
      SELECT name INTO place FROM branches
      WHERE account_id = account AND supermarket_id = supermarket AND id = branch AND archived_at IS NULL;
      IF NOT FOUND THEN RETURN; END IF;
      SELECT array_agg(id), array_agg(name), array_agg(price) INTO ids, names, prices FROM products
      WHERE account_id = account AND id = ANY(product_ids) AND archived_at IS NULL;
      IF coalesce(cardinality(ids), 0) < cardinality(product_ids) THEN RETURN; END IF;
      FOR line IN 1 .. cardinality(product_ids) LOOP
        total := total + quantities[line] * prices[array_position(ids, product_ids[line])];
        amount := amount + quantities[line];
      END LOOP;
      INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, notes, total_quantity, total_value)
      VALUES (account, supermarket, branch, due, note, amount, total) RETURNING id, created_at INTO created_id, created;
      FOR line IN 1 .. cardinality(product_ids) LOOP
        at := array_position(ids, product_ids[line]);
        INSERT INTO delivery_items (account_id, delivery_id, product_id, position, name, quantity, unit_price)
        VALUES (account, created_id, ids[at], line, names[at], quantities[line], prices[at]);
      END LOOP;
      SELECT name INTO market FROM supermarkets WHERE account_id = account AND id = supermarket;
      SELECT array_agg(id) INTO recipient_ids FROM webhook_subscriptions
      WHERE account_id = account AND status = 'active' AND 'delivery.created' = ANY(events);
      has_recipients := recipient_ids IS NOT NULL;
      INSERT INTO events (account_id, type, body, recipients)
      VALUES (account, 'delivery.created', json_build_object('event', 'delivery.created', 'timestamp', iso_utc(now()),
        'data', json_build_object('delivery_id', created_id, 'supermarket_name', market, 'subchain_name', place,
          'total_value', trim_scale(total), 'delivery_date', due, 'created_at', iso_utc(created)))::text, recipient_ids);
    END $$`,
};
