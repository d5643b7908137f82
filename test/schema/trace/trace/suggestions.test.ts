import { describe, expect, it } from 'vitest';
import { alikeKeys, lotKey, nearKeys } from '../../../../src/schema/trace/trace/lot-key.ts';
import { ask } from '../../../support/graphql/ask.ts';
import { createLine, move } from '../../../support/records/lots.ts';
import { createProduct } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const TRACE = `query ($lot: String, $productId: ID, $shippedTo: Date) {
  lotTrace(lot: $lot, productId: $productId, shippedTo: $shippedTo) { suggestions } }`;

async function suggestionsFor(account: TestAccount, variables: Record<string, unknown>) {
  return (await ask(account, TRACE, variables)).lotTrace.suggestions;
}

/** Creates a line with a lot, as it was stored before texts had one form. */
async function createLot(account: TestAccount, lot: string, product?: { id: number }) {
  const line = await createLine(account, [{ lot: 'x', quantity: 1 }], { ...(product && { product }) });
  await service.database.pool.query(
    'UPDATE delivery_item_lots SET lot = $3 WHERE account_id = $1 AND delivery_id = $2',
    [account.id, line.deliveryId, lot],
  );
  return line;
}

describe('a lot that lines have', () => {
  it('has its other spellings, of the product, without cancelled deliveries, other accounts and other lots', async () => {
    const account = await createAccount(service);
    const [product, other] = [await createProduct(account), await createProduct(account)];
    for (const lot of ['L4711', 'L4711', 'L 4711', 'l-04711', 'L4712', 'L47111'])
      await createLot(account, lot, product);
    await createLot(account, 'L4711/', other);
    await move(account, await createLot(account, 'L4711.', product), 'cancelled');
    await createLot(await createAccount(service), 'l4711');
    const SPELLINGS = `query ($lot: String, $productId: ID, $bestBeforeFrom: Date) {
      lotTrace(lot: $lot, productId: $productId, bestBeforeFrom: $bestBeforeFrom) { suggestions otherSpellings } }`;
    const trace = async (variables: object) => (await ask(account, SPELLINGS, { ...variables })).lotTrace;
    const productId = String(product.id);
    expect(await trace({ lot: 'L4711', productId })).toEqual({
      suggestions: null,
      otherSpellings: ['L 4711', 'l-04711'],
    });
    expect((await trace({ lot: 'L4711' })).otherSpellings).toEqual(['L 4711', 'L4711/', 'l-04711']);
    expect((await trace({ lot: 'l 4711', productId })).otherSpellings).toEqual([
      'L 4711',
      'L4711',
      'l-04711',
    ]);
    for (const none of [{ lot: '...' }, { productId }, { bestBeforeFrom: '2026-01-01' }]) {
      expect((await trace(none)).otherSpellings).toEqual([]);
    }
  });
});

describe('characters that look the same', () => {
  it('are other spellings, with leading zeros and beside lots that lines have', async () => {
    const account = await createAccount(service);
    const product = await createProduct(account);
    for (const lot of ['L1001', 'LlOOI', 'li00L', 'L1007']) await createLot(account, lot, product);
    await createLot(account, 'O012', product);
    await createLot(account, '12', product);
    const SPELLINGS = 'query ($lot: String) { lotTrace(lot: $lot) { suggestions otherSpellings } }';
    const found = async (lot: string) => (await ask(account, SPELLINGS, { lot })).lotTrace;
    expect(await found('L1001')).toEqual({ suggestions: null, otherSpellings: ['LlOOI', 'li00L'] });
    expect((await found('LLOOL')).suggestions).toEqual(expect.arrayContaining(['L1001', 'LlOOI', 'li00L']));
    expect((await found('0012')).otherSpellings).toEqual(['12', 'O012']);
    expect((await found('12')).otherSpellings).toEqual([]);
  });

  it('are as many keys as a statement can look up', () => {
    expect(alikeKeys('01'.repeat(32)).length).toBeLessThanOrEqual(2 ** 3 * 3 ** 3 + 1);
    expect(alikeKeys('...')).toEqual([]);
  });
});

describe('a lot that no line has', () => {
  it.each([
    ['case', 'l4711a', 'L4711A'],
    ['mixed case', 'LOT4711', 'Lot4711'],
    ['spaces', 'L4711', 'L 47 11'],
    ['spaces that it has', 'L 4711', 'L4711'],
    ['signs', 'L4711/2', 'L-4711-2'],
    ['leading zeros', 'L4711', 'L0004711'],
    ['leading zeros that it has', '0004711', '4711'],
    ['a character that is wrong', 'L4711', 'L4712'],
    ['a character too many', 'L47111', 'L4711'],
    ['a character too few', 'L471', 'L4711'],
    ['two characters in the wrong order', 'L7411', 'L4711'],
    ['decomposed letters', 'Läge1', 'La\u0308ge1'],
    ['an invisible character', 'L4711', 'L47\u200B11'],
    ['a space that does not break', 'L 4711', 'L\u00A04711'],
    ['case and a character', 'l4712', 'L4711'],
    ['another letter in another case', 'Äb12', 'äb12'],
  ])('has a suggestion that differs in %s', async (_what, asked, stored) => {
    const account = await createAccount(service);
    await createLot(account, stored);
    await createLot(account, 'quite another');
    expect(await suggestionsFor(account, { lot: asked })).toEqual([stored]);
  });

  it('has those of the product, without cancelled deliveries and other accounts', async () => {
    const account = await createAccount(service);
    const [product, other] = [await createProduct(account), await createProduct(account)];
    await createLot(account, 'L4711', product);
    await createLot(account, 'L4713', other);
    await move(account, await createLot(account, 'L4714', product), 'cancelled');
    await createLot(await createAccount(service), 'L4715');
    expect(await suggestionsFor(account, { lot: 'L4712' })).toEqual(['L4711', 'L4713']);
    expect(await suggestionsFor(account, { lot: 'L4712', productId: product.id })).toEqual(['L4711']);
  });

  it('has the most similar ones first, and at most ten', async () => {
    const account = await createAccount(service);
    for (let digit = 0; digit < 10; digit++) await createLot(account, `L471${digit}`);
    await createLot(account, 'l 4-7');
    const found = await suggestionsFor(account, { lot: 'L47' });
    expect(found).toEqual(['l 4-7']);
    await createLot(account, 'l-471');
    const more = await suggestionsFor(account, { lot: 'L471' });
    expect(more).toHaveLength(10);
    expect(more[0]).toBe('l-471');
  });

  it('has none if nothing is similar', async () => {
    const account = await createAccount(service);
    await createLot(account, 'L4711');
    expect(await suggestionsFor(account, { lot: 'M0815' })).toEqual([]);
    expect(await suggestionsFor(account, { lot: '--' })).toEqual([]);
  });
});

it('suggests nothing where something was found, or no lot was asked for', async () => {
  const account = await createAccount(service);
  const product = await createProduct(account);
  await createLot(account, 'L4711', product);
  await createLot(account, 'L4712', product);
  expect(await suggestionsFor(account, { lot: 'L4711' })).toBeNull();
  expect(await suggestionsFor(account, { productId: product.id })).toBeNull();
  // The lot itself is no suggestion, if it is only outside of the period.
  expect(await suggestionsFor(account, { lot: 'L4711', shippedTo: '2020-01-01' })).toEqual(['L4712']);
});

it('computes keys as the database does', async () => {
  const lots = Array.from({ length: 0x30_00 }, (_, at) => `A0${String.fromCharCode(at + 1)}007-00b`).filter(
    (lot) => lot.isWellFormed(),
  );
  const given = [...lots, '000', 'A\u3000B', '\uFEFF0a', 'İ', '😀01', 'x'.repeat(64)];
  const { rows } = await service.database.pool.query<{ key: string }>(
    'SELECT lot_key(lot) AS key FROM unnest($1::text[]) WITH ORDINALITY AS given (lot, at) ORDER BY at',
    [given],
  );
  expect(rows.map(({ key }) => key)).toEqual(given.map(lotKey));
});

it('tries a bounded number of keys', () => {
  expect(nearKeys('x1'.repeat(32)).length).toBeLessThan(6_000);
  expect(nearKeys('L1')).toEqual(['l1']);
});
