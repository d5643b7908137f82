import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../support/service/account.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { useExplained } from '../../../support/database/explained.ts';
import { createSupermarket } from '../../../support/records/records.ts';
import { useService } from '../../../support/service/service.ts';
import { fillVolume } from '../../../support/records/volume.ts';

const MANY = 20_000;
const SEARCH = `query ($search: String!) {
  supermarkets(first: 20, filter: { search: $search }, orderBy: NAME_ASC) { nodes { name } }
}`;

const service = useService({ own: 'looks at plans' });

describe('the search over supermarkets', () => {
  const explained = useExplained(service);

  it.each([
    ['mark', ['Corner Market', 'Market 100%']],
    ['100%', ['Market 100%']],
    ['%', ['Market 100%']],
    ['_', []],
    ['KÄSE', ['Käsehaus']],
    ["' OR true --", []],
  ])('finds by a part of the name: %s', async (search, names) => {
    const account = await createAccount(service);
    await createSupermarket(await createAccount(service), { name: 'Market of others' });
    for (const name of ['Market 100%', 'Corner Market', 'Käsehaus'])
      await createSupermarket(account, { name });
    const { supermarkets } = await ask(account, SEARCH, { search });
    expect(supermarkets.nodes.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('finds few among many by an index', async () => {
    const account = await createAccount(service);
    await fillVolume(service, account.id, 10, MANY);
    await service.database.pool.query('VACUUM ANALYZE supermarkets');
    explained.length = 0;
    const { supermarkets } = await ask(account, SEARCH, { search: 'market 19999' });
    expect(supermarkets.nodes).toEqual([{ name: 'Market 19999' }]);
    const plan = explained.find((each) => each.includes('ILIKE'));
    expect(plan).toContain('supermarkets_name_idx');
    expect(plan).not.toContain('Seq Scan on supermarkets');
  });
});
