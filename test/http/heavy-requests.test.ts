import { beforeAll, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { HEAVY_OPERATIONS } from '../support/hostile/heavy-operations.ts';
import { HEAVY_REQUESTS } from '../support/hostile/heavy-requests.ts';
import { useService } from '../support/service/service.ts';
import { sendRaw } from '../support/http/wire.ts';

const service = useService();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(service);
});

const MAX_ERRORS = 20;
/**
 * How much of the event loop's time a request may take, client and service together, as a multiple of `unit`. On an
 * idle machine a unit takes 6 ms, the slowest request 9 of them; what this test is about took 160 to no end.
 */
const MAX_UNITS = 25;
const ATTEMPTS = 3;

it.each(Object.entries({ ...HEAVY_OPERATIONS, ...HEAVY_REQUESTS }))(
  'responds without delay: %s',
  async (_name, request) => {
    const headers = { ...request.headers, Authorization: `Bearer ${account.key}` };
    let units = Number.POSITIVE_INFINITY;
    // Compiling code and collecting garbage may affect any of them.
    for (let attempt = 0; attempt < ATTEMPTS && units > MAX_UNITS; attempt++) {
      const before = cpuMs();
      const { status, text, json } = await sendRaw(service.url, { ...request, headers });
      units = (cpuMs() - before) / unit();
      expect(status).toBeLessThan(500);
      expect(text.length).toBeLessThan(20_000);
      for (const list of listsOfErrors(json)) expect(list.length).toBeLessThanOrEqual(MAX_ERRORS);
    }
    expect(units).toBeLessThan(MAX_UNITS);
  },
);

interface Failure {
  extensions?: { details?: unknown[] };
  details?: unknown[];
}

function listsOfErrors({ errors = [], error }: { errors?: Failure[]; error?: Failure }): unknown[][] {
  return [errors, error?.details ?? [], ...errors.map(({ extensions }) => extensions?.details ?? [])];
}

const YARDSTICK = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => index % 10));

/** Measures a constant piece of work on this machine under its current load. */
function unit(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = cpuMs();
    for (let count = 0; count < 20; count++) JSON.parse(YARDSTICK);
    return cpuMs() - before;
  });
  return times.toSorted((a, b) => a - b)[1]!;
}

/** Of this thread alone: other processes do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
