import { expect, it } from 'vitest';
import { SCOPES } from '../../../../src/schema/core/caller/scopes.ts';
import { previewFile, storePreview } from '../../../../src/schema/exchange/import/run/preview-import.ts';
import { whileLocked } from '../../../support/database/while-locked.ts';
import { importsOf, PRODUCTS } from '../../../support/records/importing.ts';
import { createAccount } from '../../../support/service/account.ts';
import { contextFor } from '../../../support/service/context.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const { preview, queried, send } = importsOf(service);

it('an import is started once, and not after it was cancelled', async () => {
  const account = await createAccount(service);
  const { id } = await preview(account, 'products', PRODUCTS);
  const move = async (mutation: string) => {
    const { data, errors } = await queried(account, `mutation { ${mutation}(id: "${id}") { status } }`);
    return errors ? errors[0].extensions.code : data[mutation].status;
  };
  const moves = [];
  for (const mutation of ['startImport', 'startImport', 'cancelImport', 'cancelImport', 'startImport']) {
    moves.push(await move(mutation));
  }
  const invalid = 'invalid_transition';
  expect(moves).toEqual(['RUNNING', invalid, 'CANCELLED', invalid, invalid]);
});

it('an import with an open question is not started', async () => {
  const account = await createAccount(service);
  const file = 'reference;delivery_date;branch;product;quantity\nD;05/11/2099;B;P;1\n';
  const { id, problems } = await preview(account, 'deliveries', file);
  expect(problems).toMatchObject([{ option: 'dates' }]);
  const { errors } = await queried(account, `mutation { startImport(id: "${id}") { status } }`);
  expect(errors[0].extensions).toMatchObject({ code: 'validation_error', field: 'id' });
  expect((await queried(account, `{ import(id: "${id}") { status } }`)).data.import.status).toBe('PREVIEWED');
});

it('two files at the same moment do not exceed the number of an hour', async () => {
  const account = await createAccount(service, 'free');
  await preview(account, 'products', PRODUCTS);
  await service.database.pool.query(
    `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged, refused, total)
     SELECT account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged, refused, total
     FROM imports, generate_series(1, 18) WHERE account_id = $1`,
    [account.id],
  );
  const context = contextFor(
    { accountId: account.id, plan: 'free', scopes: new Set(SCOPES) },
    service.database.prisma,
  );
  const read = await previewFile(
    context,
    { kind: 'products', file: Buffer.from(PRODUCTS), choices: {} },
    (work) => work,
  );
  const stored = await whileLocked(
    service,
    { lock: 'SELECT FROM accounts WHERE id = $1 FOR UPDATE', values: [account.id], waiting: 2 },
    () => Promise.allSettled([0, 1].map(() => storePreview(context, read))),
  );
  expect(stored.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await send(account, 'products', PRODUCTS)).json.error.code).toBe('quota_exceeded');
});

it('files are stored up to the size of the plan', async () => {
  const account = await createAccount(service, 'free');
  await preview(account, 'products', PRODUCTS);
  await service.database.pool.query(
    `UPDATE imports SET file = decode(repeat('00', 10485760), 'hex') WHERE account_id = $1`,
    [account.id],
  );
  await service.database.pool.query(
    `INSERT INTO imports (account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged, refused, total)
     SELECT account_id, kind, status, file, sha256, columns, refusals, rows, created, updated, unchanged, refused, total
     FROM imports WHERE account_id = $1`,
    [account.id],
  );
  const { status, json } = await send(account, 'products', PRODUCTS);
  expect([status, json.error.code, json.error.message]).toEqual([
    403,
    'quota_exceeded',
    expect.stringContaining('MiB'),
  ]);
});
