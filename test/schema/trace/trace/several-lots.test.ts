import { expect, it } from 'vitest';
import { statementsOf } from '../../../support/database/statements.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createProduct } from '../../../support/records/records.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const TRACE = `query ($productId: ID, $lot: String, $lots: [String!]) {
  lotTrace(productId: $productId, lot: $lot, lots: $lots) {
    totalCount suggestions otherSpellings pending { deliveries quantity }
    balance { delivered linesChecked linesWithoutLot } branches { quantity } totals { quantity } } }`;

it('traces several lots together, by as many statements as one', async () => {
  const account = await createAccount(service);
  const product = await createProduct(account);
  const productId = String(product.id);
  const lots = ['L4711', 'l4711', 'M12', 'N1', 'unknown'];
  for (const [index, lot] of [...lots.slice(0, 4), 'm-12'].entries()) {
    const line = await createLine(account, [{ lot, quantity: index + 1 }], { product });
    if (lot !== 'N1') await move(account, line, 'in_transit');
  }
  const trace = async (variables: object) =>
    (await ask(account, TRACE, { productId, ...variables })).lotTrace;
  const several = await trace({ lots });
  expect(several).toMatchObject({
    totalCount: 4,
    suggestions: null,
    // Those that are traced are no others.
    otherSpellings: ['m-12'],
    pending: { deliveries: 1, quantity: 4 },
    balance: { delivered: 6, linesChecked: 4, linesWithoutLot: 4 },
  });
  for (const of of ['branches', 'totals'])
    expect(several[of].reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)).toBe(
      6,
    );
  expect(await trace({ lot: 'M12', lots: lots.filter((lot) => lot !== 'M12') })).toEqual(several);
  expect(await trace({ lots: ['M12'] })).toEqual(await trace({ lot: 'M12' }));
  const count = async (asked: string[]) =>
    (await statementsOf(service.testDatabase.name, () => trace({ lots: asked }))).length;
  const many = Array.from({ length: 100 }, (_, at) => `L${at}`);
  expect(await count([...many.slice(1), 'N1'])).toBe(await count(['N1', 'M12']));
});

it('takes 1 to 100 lots', async () => {
  const account = await createAccount(service);
  for (const lots of [[], Array.from({ length: 101 }, (_, at) => `L${at}`)])
    expect(await refusalOf(account, TRACE, { lots })).toMatchObject({
      code: 'validation_error',
      field: 'lots',
    });
});
