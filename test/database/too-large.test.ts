import { pino } from 'pino';
import { expect, it } from 'vitest';
import { MAX_VALUE_CHARACTERS, TooLarge } from '../../src/database/too-large.ts';
import { appErrorOf } from '../../src/http/response/error-status.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('refuses a value that is too large for a response, and keeps its connections', async () => {
  const { prisma } = database;
  const read = (length: number) =>
    prisma.$queryRaw<[{ found: string }]>`SELECT to_json(repeat('x', ${length}::int)) AS found`;
  const refused = await read(MAX_VALUE_CHARACTERS).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooLarge);
  expect(appErrorOf(refused, () => pino({ enabled: false })).faults).toEqual([
    {
      code: 'validation_error',
      message: 'The response would be too large. Request smaller pages or fewer nested records',
      field: null,
      problem: 'response_too_large',
      values: null,
    },
  ]);
  const [{ found }] = await read(1_000_000);
  expect(found.length).toBe(1_000_000);
});
