import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import { useExplained } from '../../../support/database/explained.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ own: 'looks at plans' });

describe('a short word among many products', () => {
  const explained = useExplained(service);

  it.each([
    ['words', 'qz'],
    ['words', '茶'],
    ['words', '&'],
    ['search', 'qz'],
  ])('is found by an index: %s %s', async (filter, word) => {
    const account = await createAccount(service);
    const { pool } = service.database;
    await pool.query(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, n, 'Plain bread ' || n, 1, 1, 'bakery' FROM generate_series(1, 20000) n`,
      [account.id],
    );
    await pool.query(`UPDATE products SET name = $2 WHERE account_id = $1 AND sequence_number = 9`, [
      account.id,
      `The ${word}`,
    ]);
    await pool.query('VACUUM ANALYZE products');
    explained.length = 0;
    const query = `query($word: String!) { products(filter: { ${filter}: $word }) { totalCount nodes { name } } }`;
    const { products } = await ask(account, query, { word });
    expect(products).toEqual({ totalCount: 1, nodes: [{ name: `The ${word}` }] });
    const plans = explained.filter((each) => each.includes('products'));
    expect(plans.some((each) => each.includes('products_short_word_idx'))).toBe(true);
    expect(plans.filter((each) => each.includes('Seq Scan on products'))).toEqual([]);
  });

  it.each([
    ['words', 'frequent'],
    ['search', 'frequent'],
    ['words', 'in the newest only'],
  ])('is looked up unless it is frequent: %s %s', async (filter, how) => {
    const account = await createAccount(service);
    const { pool } = service.database;
    const isNamed = how === 'frequent' ? 'n % 6 = 0' : 'n > 19700';
    await pool.query(
      `INSERT INTO products (account_id, sequence_number, name, weight, price, category)
       SELECT $1, n, CASE WHEN ${isNamed} THEN 'The qz ' ELSE 'Plain bread ' END || n, 1, 1, 'bakery'
       FROM generate_series(1, 20000) n`,
      [account.id],
    );
    await pool.query('VACUUM ANALYZE products');
    explained.length = 0;
    const query = `query { products(first: 2, filter: { ${filter}: "qz" }) { nodes { name } } }`;
    const { products } = await ask(account, query);
    const names = how === 'frequent' ? ['The qz 19998', 'The qz 19992'] : ['The qz 20000', 'The qz 19999'];
    expect(products.nodes).toEqual(names.map((name) => ({ name })));
    const lookups = explained.filter((each) => each.includes('products_short_word_idx'));
    expect(lookups.length).toBe(1);
    const isSkipped = /products_short_word_idx[^\n]*never executed/.test(lookups[0]!);
    expect(isSkipped).toBe(how === 'frequent');
  });
});
