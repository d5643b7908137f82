import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { download } from '../support/http/download.ts';
import { importsOf } from '../support/records/importing.ts';
import { createDelivery, createProduct, createSupermarket } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';

const run = promisify(execFile);
/** Without LibreOffice these tests are skipped: apt-get install --no-install-recommends libreoffice-calc */
const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);
/** How LibreOffice reads our files: commas, quotes, UTF-8. */
const CSV = '44,34,76';
const FORMATS: Record<string, string> = {
  csv: `csv:Text - txt - csv (StarCalc):${CSV}`,
  ods: 'ods',
  xlsx: 'xlsx',
  xls: 'xls:MS Excel 97',
};

const service = useService();
const { send } = importsOf(service);
let folder: string;
let account: SignedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office '));
  account = await createSignedIn(service);
  await createProduct(account, {
    reference: '0012',
    name: '\'=x, "Ähre"; 1½',
    weight: 0.125,
    price: 1234.5,
    gtin: '00012348',
    case_gtin: '04012345000009',
    units_per_case: 12,
    shelf_life_days: 30,
    brand: 'Żur & Söhne',
    packaging: 'Karton',
  });
  await createProduct(account, { reference: '1E5', name: '=1+1', weight: 1.234, price: 1 });
  await createProduct(account, { name: 'without a reference', price: 0 });
  const { id, branches } = await createSupermarket(account, {
    reference: '0007',
    name: 'Müller',
    branches: [{ name: 'Mitte', address: 'Street 1', reference: 'B-1' }],
  });
  const delivery = { supermarket_id: id, subchain_id: branches[0].id, delivery_date: '2099-12-31' };
  await createDelivery(account, { ...delivery, reference: '000123', notes: 'line 1\nline 2; "3"' });
  await createDelivery(account, { ...delivery, delivery_date: '2099-01-02' });
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens a file in LibreOffice and saves it. */
async function saved(file: Buffer, name: string, format: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folder, `${name}.csv`);
  const outdir = join(folder, format);
  await writeFile(path, file);
  await run('soffice', [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--headless',
    `--infilter=CSV:${CSV}`,
    '--convert-to',
    FORMATS[format]!,
    '--outdir',
    outdir,
    path,
  ]);
  return new Uint8Array(await readFile(join(outdir, `${name}.${format}`)));
}

describe.skipIf(!hasOffice)('a download that LibreOffice opened and saved', { timeout: 300_000 }, () => {
  it.each(['products', 'supermarkets', 'deliveries'])('comes back unchanged: %s', async (kind) => {
    const file = Buffer.from(await (await download(service, account, `${kind}.csv`)).arrayBuffer());
    for (const format of Object.keys(FORMATS)) {
      const { json } = await send(account, kind, await saved(file, kind, format));
      const { counts, problems, refusals } = json.data ?? json;
      expect({ format, counts, problems, refusals }).toEqual({
        format,
        counts: expect.objectContaining({ created: 0, updated: 0, refused: 0, unchanged: counts.rows }),
        problems: [],
        refusals: [],
      });
    }
  });

  it('says what branches.csv is', async () => {
    const [{ id }] = (await account.call('GET', '/supermarkets')).json.data;
    const response = await download(service, account, `branches.csv?supermarketId=${id}`);
    const file = Buffer.from(await response.arrayBuffer());
    for (const format of Object.keys(FORMATS)) {
      const { status, json } = await send(account, 'supermarkets', await saved(file, 'branches', format));
      expect([status, json.error.message]).toEqual([400, expect.stringContaining('download of branches')]);
    }
  });
});
