import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createReturn,
  createSupermarket,
} from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const NAMES = [
  'Nguyễn Phở',
  'Ελληνικό ΨΩΜΊ',
  'Мой ёжик',
  'Łódź ser żółty',
  'Smørrebrød Ærø',
  'Straße ﬁne Cœur',
  '焼きそば 茶',
  '비빔밥',
  'C++ & 100%',
  'Üb',
];

async function found(account: TestAccount, words: string, list = 'products'): Promise<string[]> {
  const query = `query($words: String!) { ${list}(first: 50, filter: { words: $words }) { totalCount nodes { name } } }`;
  const { [list]: page } = await ask(account, query, { words });
  expect(page.totalCount).toBe(page.nodes.length);
  return page.nodes.map(({ name }: { name: string }) => name).toSorted();
}

describe('a search by words', () => {
  const CASES: [words: string, names: string[]][] = [
    ['nguyen', ['Nguyễn Phở']],
    ['PHO', ['Nguyễn Phở']],
    ['ελληνικο ψωμι', ['Ελληνικό ΨΩΜΊ']],
    ['ежик', ['Мой ёжик']],
    ['ЁЖИК', ['Мой ёжик']],
    ['мой', ['Мой ёжик']],
    ['мои', []],
    ['lodz zolty', ['Łódź ser żółty']],
    ['smorrebrod aero', ['Smørrebrød Ærø']],
    ['strasse fine coeur', ['Straße ﬁne Cœur']],
    ['焼き', ['焼きそば 茶']],
    ['そば焼', []],
    ['焼きそば', ['焼きそば 茶']],
    ['茶', ['焼きそば 茶']],
    ['밥', ['비빔밥']],
    ['바', []],
    ['c++', ['C++ & 100%']],
    ['&', ['C++ & 100%']],
    ['%', ['C++ & 100%']],
    ['％', ['C++ & 100%']],
    ['_', []],
    ['ub', ['Üb']],
    ['ÜB', ['Üb']],
    ['zz', []],
    ['b', ['Smørrebrød Ærø', 'Üb']],
  ];

  it('finds all marks, any script, signs and words of one or two characters, in every list', async () => {
    const account = await createAccount(service);
    for (const name of NAMES) await createProduct(account, { name });
    for (const name of NAMES) await createSupermarket(account, { name, branches: [] });
    const expected = CASES.map(([words, names]) => [words, names.toSorted()]);
    const foundIn = async (list: string) =>
      Promise.all(CASES.map(async ([words]) => [words, await found(account, words, list)]));
    expect(await foundIn('products')).toEqual(expected);
    expect(await foundIn('supermarkets')).toEqual(expected);
  });

  it('finds deliveries and returns by what they refer to', async () => {
    const account = await createAccount(service);
    const market = await createSupermarket(account, {
      name: 'Chợ Lớn',
      branches: [{ name: '東京', address: 'Улица Мира 1' }],
    });
    const product = await createProduct(account, { name: '茶' });
    const delivery = await createDelivery(account, {
      supermarket_id: market.id,
      subchain_id: market.branches[0].id,
      products: [{ product_id: product.id, quantity: 5 }],
      notes: 'Đặt trước cổng',
    });
    await account.call('PATCH', `/deliveries/${delivery.id}`, { body: { status: 'in_transit' } });
    const given = await createReturn(account, { delivery_id: delivery.id, product_id: product.id });
    await createReturn(account);
    const idsOf = async (list: string, words: string) => {
      const query = `query($words: String!) { ${list}(filter: { words: $words }) { nodes { id } } }`;
      return (await ask(account, query, { words }))[list].nodes.map(({ id }: { id: string }) => Number(id));
    };
    for (const words of ['cho lon', '東京', '東', 'улица', '茶', 'cho 茶'])
      expect([words, await idsOf('deliveries', words), await idsOf('returns', words)]).toEqual([
        words,
        [delivery.id],
        [given.id],
      ]);
    expect(await idsOf('deliveries', 'dat truoc cong')).toEqual([delivery.id]);
    expect(await idsOf('deliveries', '茶茶')).toEqual([]);
  });

  it('finds supermarkets by the town, the number and the GLN of a branch, as they are now', async () => {
    const account = await createAccount(service);
    const { branches } = await createSupermarket(account, {
      name: 'Oakfield',
      branches: [{ name: 'Central', address: '1 Market Square, Fenwick', reference: 'B-17' }],
    });
    await createSupermarket(account, { name: 'Fairway' });
    for (const words of ['fenwick', 'b-17'])
      expect(await found(account, words, 'supermarkets')).toEqual(['Oakfield']);
    expect(await found(account, '4012345000009', 'supermarkets')).toEqual([]);
    await ask(
      account,
      'mutation($id: ID!, $input: UpdateBranchInput!) { updateBranch(id: $id, input: $input) { id } }',
      { id: String(branches[0].id), input: { gln: '4012345000009' } },
    );
    expect(await found(account, '4012345000009', 'supermarkets')).toEqual(['Oakfield']);
  });

  it('follows changes', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account, { name: 'Käse' });
    const { id } = await createDelivery(account, { notes: 'Dưới nhà', reference: 'D-7' });
    await account.call('PATCH', `/products/${product.id}`, { body: { name: 'Crème', reference: 'ß-1' } });
    expect([await found(account, 'kase'), await found(account, 'creme ss-1')]).toEqual([[], ['Crème']]);
    const { deliveries } = await ask(
      account,
      '{ deliveries(filter: { words: "duoi d-7" }) { nodes { id } } }',
    );
    expect(deliveries.nodes).toEqual([{ id: String(id) }]);
  });
});

it('NAME_ASC is the order of a person, and its cursors go on in it', async () => {
  const account = await createAccount(service);
  const names = ['apfel', 'Äpfel', 'Apfel', 'Zebra', 'zebra', 'Éclair', 'eclair', 'Birne', 'Örtli', 'Orange'];
  for (const name of names) await createProduct(account, { name });
  for (const name of names) await createSupermarket(account, { name, branches: [] });
  const expected = names.toSorted(new Intl.Collator('und').compare);
  for (const list of ['products', 'supermarkets']) {
    const read: string[] = [];
    for (let after: string | null = null; ;) {
      const query = `query($after: String) { ${list}(first: 3, after: $after, orderBy: NAME_ASC) { nodes { name } pageInfo { hasNextPage endCursor } } }`;
      const { [list]: page } = await ask(account, query, { after });
      read.push(...page.nodes.map(({ name }: { name: string }) => name));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(read).toEqual(expected);
    const query = `{ ${list}(first: 50, orderBy: NAME_DESC) { nodes { name } } }`;
    const { [list]: descending } = await ask(account, query);
    expect(descending.nodes.map(({ name }: { name: string }) => name)).toEqual(expected.toReversed());
  }
});
