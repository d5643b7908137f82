import { expect, it } from 'vitest';
import { connect } from 'node:net';
import { once } from 'node:events';
import { createProduct } from '../support/records/records.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

it('says when to send an export again that another one holds up', async () => {
  const account = await createAccount(service);
  await createProduct(account);
  await service.database.pool.query(
    `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
     SELECT $1, 1000 + n, repeat('long name ', 19), 1, 1, repeat('category ', 20) FROM generate_series(1, 20000) n`,
    [account.id],
  );
  const { hostname, port } = new URL(service.url);
  const slow = connect(Number(port), hostname);
  slow.write(
    `GET /export/products.csv HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${account.key}\r\n\r\n`,
  );
  await once(slow, 'readable');
  try {
    const second = await account.call('GET', '//export/products.csv');
    expect([second.status, second.json.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0);
  } finally {
    slow.destroy();
  }
});
