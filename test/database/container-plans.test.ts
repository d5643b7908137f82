import { expect, it } from 'vitest';
import { ask } from '../support/graphql/ask.ts';
import { createContainerType } from '../support/records/containers.ts';
import { createSupermarket } from '../support/records/records.ts';
import { useExplained } from '../support/database/explained.ts';
import { createAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'looks at plans' });
const explained = useExplained(service);

const SUPERMARKETS = 12;
const ROWS_OF_EACH = 2_000;

it.each(['SUPERMARKET', 'BRANCH'])(
  'adds up the containers of the supermarkets of a page alone, by %s',
  async (by) => {
    const { pool } = service.database;
    const account = await createAccount(service);
    const typeId = await createContainerType(account);
    for (let number = 0; number < SUPERMARKETS; number++) await createSupermarket(account);
    const client = await pool.connect();
    // The rows need no deliveries here.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO delivery_containers
       (account_id, delivery_id, type_id, supermarket_id, branch_id, quantity_out, quantity_back, counted_on)
     SELECT $1, supermarket_id * 10000 + n, $2, supermarket_id, min(id), 2, 1, '2026-01-01'
     FROM branches, generate_series(1, ${ROWS_OF_EACH}) AS n WHERE account_id = $1 GROUP BY supermarket_id, n`,
      [account.id, typeId],
    );
    await client.query('COMMIT');
    client.release();
    await pool.query('VACUUM (ANALYZE) delivery_containers');
    explained.length = 0;
    const query = `{ containerBalances(by: ${by}, first: 1) { nodes { balance } } }`;
    const { containerBalances } = await ask(account, query);
    expect(containerBalances.nodes).toEqual([{ balance: ROWS_OF_EACH }]);
    const plan = explained.find((each) => each.includes('delivery_containers'))!;
    expect(plan).toMatch(/Index Only Scan using delivery_containers_balance_idx/);
    const [, rows, loops] = /delivery_containers_balance_idx .*rows=([\d.]+) loops=(\d+)\)/.exec(plan)!;
    expect(Number(rows) * Number(loops)).toBeLessThan((SUPERMARKETS / 2) * ROWS_OF_EACH);
  },
);
