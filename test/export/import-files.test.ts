import { describe, expect, it } from 'vitest';
import { importsOf } from '../support/records/importing.ts';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const { preview, send } = importsOf(service);

const FILE = `sep=;
Reference;Name;Weight;Price;Category
A-1;=1+1;half;3,49;bakery
A-2;Oat Loaf;1,5;x;bakery
A-3;Milk;1;1;dairy
`;

/** The values of that problem, as a cell of a CSV file. */
const EXPECTED = '"{""expected"":""number""}"';

async function get(
  { key }: Pick<TestAccount, 'key'>,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}/import/${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  return { status: response.status, text: (await response.text()).replace(/^\uFEFF/, '') };
}

describe('the files of an import', () => {
  it('have the reasons, alone and in a column of the file, which can be sent again', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', FILE);
    expect((await get(account, `${id}/refusals.csv`)).text.split('\r\n')).toEqual([
      '"row","column","value","reason","problem","values"',
      `2,"Weight","half","must be a number","wrong_type",${EXPECTED}`,
      `3,"Price","x","must be a number","wrong_type",${EXPECTED}`,
      '',
    ]);
    const { text } = await get(account, `${id}/refused.csv`);
    expect(text.split('\r\n')).toEqual([
      '"Reference","Name","Weight","Price","Category","provender_reasons"',
      `"A-1","'=1+1","half","3,49","bakery","Weight must be a number"`,
      '"A-2","Oat Loaf","1,5","x","bakery","Price must be a number"',
      '"A-3","Milk","1","1","dairy",',
      '',
    ]);
    const corrected = text.replace('half', '1').replace('"x"', '"2"');
    const again = await preview(account, 'products', corrected);
    expect(again).toMatchObject({ counts: { created: 3, refused: 0 }, refusals: [] });
    expect(again).toMatchObject({ sample: [{ reference: 'A-1', name: '=1+1' }, {}, {}], ignored: [] });
  });

  it('say how many more than 1,000 rows are refused', async () => {
    const account = await createAccount(service);
    const rows = Array.from({ length: 1_200 }, (_, at) => `A-${at};Rye;x;1;bakery`);
    const { id, counts } = await preview(
      account,
      'products',
      ['reference;name;weight;price;category', ...rows].join('\n'),
    );
    expect(counts).toMatchObject({ refused: 1_200 });
    for (const name of ['refusals.csv', 'refused.csv']) {
      const lines = (await get(account, `${id}/${name}`)).text.trimEnd().split('\r\n');
      expect(lines.at(-1)).toContain('"200 more are refused"');
    }
  });

  it('count like files that are sent, where the file is read again', async () => {
    const account = await createAccount(service, 'business');
    const { id } = await preview(account, 'products', FILE);
    for (let sent = 1; sent < 199; sent += 18)
      await Promise.all(Array.from({ length: 18 }, () => send(account, 'products', '')));
    expect((await get(account, `${id}/refused.csv`)).status).toBe(200);
    const { status, text } = await get(account, `${id}/refused.csv`);
    expect([status, JSON.parse(text).error.message]).toEqual([
      429,
      'The limit of 200 imports per hour is exceeded',
    ]);
    expect((await get(account, `${id}/refusals.csv`)).status).toBe(200);
  });

  it('are those of the account, for keys that may read what they have', async () => {
    const account = await createAccount(service);
    const { id } = await preview(account, 'products', FILE);
    const { key } = await account.issue(['deliveries:read']);
    const other = await createAccount(service);
    for (const name of ['refusals.csv', 'refused.csv']) {
      expect((await get({ key }, `${id}/${name}`)).status).toBe(404);
      expect((await get(other, `${id}/${name}`)).status).toBe(404);
      expect((await get({ key: 'none' }, `${id}/${name}`)).status).toBe(401);
      expect((await get(account, `x/${name}`)).status).toBe(404);
    }
  });
});
