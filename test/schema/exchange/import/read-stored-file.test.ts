import { expect, it } from 'vitest';
import { readStoredFile } from '../../../../src/schema/exchange/import/run/read-stored-file.ts';
import { importsOf, PRODUCTS } from '../../../support/records/importing.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
const { preview } = importsOf(service);

it('is the whole file, or not found if the import was deleted meanwhile', async () => {
  const account = await createAccount(service);
  const { id } = await preview(account, 'products', PRODUCTS);
  const ref = { accountId: account.id, id: BigInt(id) };
  const bytes = Buffer.byteLength(PRODUCTS);
  const { prisma } = service.database;
  expect(Buffer.from(await readStoredFile(prisma, ref, bytes)).toString()).toBe(PRODUCTS);

  await account.database.pool.query('DELETE FROM imports WHERE id = $1', [id]);
  await expect(readStoredFile(prisma, ref, bytes, 'from')).rejects.toMatchObject({
    faults: [{ code: 'not_found', field: 'from' }],
  });
});
