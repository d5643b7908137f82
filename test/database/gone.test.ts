import { pino } from 'pino';
import { expect, it } from 'vitest';
import { appErrorOf } from '../../src/http/response/error-status.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('a record that another request removes before it is read again is not found', async () => {
  const { prisma } = database;
  const where = { accountId_id: { accountId: 1n, id: 1n } };
  const reads = [
    () => prisma.tour.findUniqueOrThrow({ where }),
    () => prisma.tour.findUniqueOrThrow({ where, select: { template: { select: { name: true } } } }),
    () => prisma.person.update({ where, data: { name: 'Ada' } }),
  ];
  for (const read of reads) {
    const gone = await read().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(appErrorOf(gone, () => pino({ enabled: false })).faults).toMatchObject([
      { code: 'not_found', field: null },
    ]);
  }
});
