import { expect, it } from 'vitest';
import { writeHistory } from '../../../../src/demo-history.ts';
import { SUGGESTED_REASONS } from '../../../../src/schema/trade/return/reasons.ts';
import { createAccount } from '../../../support/service/account.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { textOf } from '../../../support/text/markdown.ts';
import { createProduct, createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

it('suggests the same reasons in GraphQL and in the documentation', async () => {
  const account = await createAccount(service);
  expect(await ask(account, '{ returnReasons }')).toEqual({ returnReasons: [...SUGGESTED_REASONS] });
  const [, listed] = /Suggested return reasons are (.+?)\./.exec(textOf('docs/rest.md'))!;
  expect([...listed!.matchAll(/`(\w+)`/g)].map(([, reason]) => reason)).toEqual([...SUGGESTED_REASONS]);
});

it('gives the returns of the demo only suggested reasons', async () => {
  const account = await createAccount(service);
  await createSupermarket(account);
  for (const _ of [1, 2, 3, 4, 5]) await createProduct(account);
  await writeHistory(service.database.prisma, account.id);
  const { rows } = await service.database.pool.query<{ reason: string }>(
    'SELECT DISTINCT reason FROM returns WHERE account_id = $1',
    [account.id],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { reason } of rows) expect(SUGGESTED_REASONS).toContain(reason);
});
