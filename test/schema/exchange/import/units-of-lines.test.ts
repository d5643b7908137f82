import { beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from '../../../support/records/importing.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ worker: {} });
const { importing, preview, queried } = importsOf(service);

/** Returns a file with a delivery that has this unit. */
function known(unit: string): string {
  return `${HEADER}\nOLD;M1;B1;A1;5;${unit};2099-12-31\n`;
}

const HEADER = 'reference;supermarket;branch;product;quantity;unit;delivery_date';

describe('the unit of a quantity', () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await createAccount(service);
    await queried(
      account,
      `mutation {
        upsertSupermarkets(input: [{ reference: "M1", name: "M", contactEmail: "m@example.com", branches: [
          { reference: "B1", name: "B", address: "x" }] }]) { index }
        upsertProducts(input: [
          { reference: "A1", name: "Rye", weight: 1, price: 1, category: "c" }
          { reference: "K1", name: "Oat", weight: 1, price: 1, category: "c", unit: CASE }]) { index }
      }`,
    );
  });

  /** Returns what a preview refuses of each line with a product, a quantity and a unit. */
  async function refusalsOf(kind: 'deliveries' | 'standing-orders', lines: string[], unit = 'Unit') {
    const [dates, values] =
      kind === 'deliveries' ? ['delivery_date', '2099-12-31'] : ['weekdays;starts_on', 'Monday;2026-11-02'];
    const header = `reference;supermarket;branch;product;quantity;${unit};${dates}`;
    const rows = lines.map((line, at) => `D${at};M1;B1;${line};${values}\n`);
    const { refusals } = await preview(account, kind, `${header}\n${rows.join('')}`);
    return lines.map((line, at) => [
      line,
      refusals
        .filter(({ row }) => row === at + 2)
        .map(({ column, problem, values }) => [column, problem, values?.unit]),
    ]);
  }

  const PIECE = [['Unit', 'other_unit', 'piece']];
  const CASE = [['Unit', 'other_unit', 'case']];

  describe.each(['deliveries', 'standing-orders'] as const)('of %s', (kind) => {
    it('must be that of the product', async () => {
      const lines: [string, unknown[]][] = [
        ['A1;5;case', PIECE],
        ['A1;5;Karton', PIECE],
        ['A1;5;KG', PIECE],
        ['K1;5;pcs', CASE],
        ['K1;5 Stk;', [['quantity', 'other_unit', 'case']]],
        ['A1;5;Stk', []],
        ['A1;5 Stk;', []],
        ['A1;5;', []],
        ['A1;5;bunch', []],
        ['K1;5;case', []],
        ['K1;5;Kartons', []],
      ];
      const texts = lines.map(([line]) => line);
      expect(await refusalsOf(kind, texts)).toEqual(lines);
    });

    it('is known by what other systems call it', async () => {
      expect(await refusalsOf(kind, ['A1;5;KAR', 'A1;5;CS'], 'Bestelleinheit')).toEqual([
        ['A1;5;KAR', []],
        ['A1;5;CS', [['Bestelleinheit', 'other_unit', 'piece']]],
      ]);
    });
  });

  it('is compared for a delivery that the account has already, too', async () => {
    expect(await importing(account, 'deliveries', known('Stk'))).toMatchObject({ status: 'SUCCEEDED' });
    expect((await preview(account, 'deliveries', known('Stk'))).counts).toMatchObject({ unchanged: 1 });
    expect((await preview(account, 'deliveries', known('case'))).counts).toMatchObject({
      unchanged: 0,
      refused: 1,
    });
  });
});
