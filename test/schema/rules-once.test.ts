import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_BRANCHES } from '../../src/schema/catalogue/limits.ts';
import { WEBHOOK_DEFAULTS } from '../../src/config.ts';
import { MAX_BODY_KIB } from '../../src/http/server/body.ts';
import { MAX_KEY_LENGTH } from '../../src/http/admission/idempotency-key.ts';
import { deliveryRoutes } from '../../src/rest/delivery/routes.ts';
import {
  DEFAULT_PER_PAGE,
  MAX_LONG_TEXT,
  MAX_PAGED_RECORDS,
  MAX_PER_PAGE,
  MAX_PRICE,
  MAX_QUANTITY,
  MAX_TEXT,
  MAX_WEIGHT_KG,
} from '../../src/schema/core/limits.ts';
import { ENTERED_FROM } from '../../src/schema/trade/delivery/status.ts';
import { calendarDate, figure, FIRST_DATE, LAST_DATE } from '../../src/schema/core/noun/rules.ts';
import { ATTEMPT_ERRORS } from '../../src/schema/exchange/webhook/attempt-errors.ts';
import { MAX_PERIODS } from '../../src/schema/insight/limits.ts';
import { MAX_PRODUCTS } from '../../src/schema/trade/limits.ts';
import { ROOT } from '../support/process/process.ts';
import { useService } from '../support/service/service.ts';
import { codeIn, sectionOf, tableOf, textOf } from '../support/text/markdown.ts';

const service = useService();

// The columns of fields are compared in test/database/rules.test.ts.
describe('the database says the same in its checks', () => {
  let checks: string[];
  let types: string[];

  beforeAll(async () => {
    const { pool } = service.database;
    checks = await linesOf(`
      SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`);
    types = await linesOf(`
      SELECT attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) AS line FROM pg_attribute
      WHERE attrelid IN ('products'::regclass, 'delivery_items'::regclass) AND attnum > 0`);
    async function linesOf(sql: string): Promise<string[]> {
      return (await pool.query<{ line: string }>(sql)).rows.map(({ line }) => line);
    }
  });

  it('how long an idempotency key is', () => {
    const length = 'char_length(key)';
    expect(checks).toContain(
      `idempotency_keys CHECK (((${length} >= 1) AND (${length} <= ${MAX_KEY_LENGTH})))`,
    );
  });

  it('between which values: returns.quantity, negative for reversals', () => {
    const check = checks.find(
      (line) => line.startsWith('returns CHECK') && line.includes('reverses_id IS NULL'),
    );
    expect(check).toContain(`((quantity >= 1) AND (quantity <= ${MAX_QUANTITY})`);
    expect(check).toContain(`((quantity >= '-${MAX_QUANTITY}'::integer) AND (quantity <= '-1'::integer)`);
  });

  it.each([
    ['delivery_items.unit_price', MAX_PRICE],
    ['delivery_items.weight', MAX_WEIGHT_KG],
  ])('how many digits: %s', (column, max) => {
    const [whole, decimals] = String(max).split('.') as [string, string];
    expect(types).toContain(`${column} numeric(${whole.length + decimals.length},${decimals.length})`);
  });
});

describe('the guides say the same', () => {
  const years = `from ${FIRST_DATE.slice(0, 4)} to ${LAST_DATE.slice(0, 4)}`;
  const seconds = WEBHOOK_DEFAULTS.timeoutMs / 1_000;

  it.each([
    ['docs/rest.md', `Dates are \`YYYY-MM-DD\`, ${years}.`],
    ['docs/rest.md', `at most ${MAX_TEXT} characters, notes and descriptions ${figure(MAX_LONG_TEXT)}`],
    ['docs/rest.md', `at most ${MAX_BODY_KIB} KiB, a delivery at most ${MAX_PRODUCTS} products`],
    ['docs/rest.md', `a supermarket at most ${MAX_BRANCHES} branches`],
    ['docs/errors.md', `Send at most ${MAX_BODY_KIB} KiB`],
    ['docs/operations.md', `**Input** is at most ${MAX_BODY_KIB} KiB`],
    ['docs/idempotency.md', `A key is 1 to ${MAX_KEY_LENGTH} visible ASCII characters.`],
    ['docs/pagination.md', `\`per_page\` is 1 to ${MAX_PER_PAGE} (default ${DEFAULT_PER_PAGE})`],
    ['docs/pagination.md', `\`page\` × \`per_page\` must not exceed ${figure(MAX_PAGED_RECORDS)}`],
    ['docs/rate-limits.md', `Request pages of ${MAX_PER_PAGE} records.`],
    ['docs/graphql.md', `at most ${MAX_PER_PAGE} items at a time`],
    ['docs/graphql.md', `at most ${MAX_PERIODS} periods`],
    ['docs/webhooks.md', `the response's body arrive within ${seconds} seconds`],
    ['docs/webhooks.md', `took longer than ${seconds} seconds together`],
    ['docs/webhooks.md', `At ${WEBHOOK_DEFAULTS.disableAfter} the webhook becomes \`deactivated\``],
  ])('%s: %s', (guide, sentence) => {
    expect(textOf(guide)).toContain(sentence);
  });

  it('when a callback is sent again', () => {
    const rows = tableOf(sectionOf(textOf('docs/webhooks.md'), 'Retries'), 'Attempt');
    const delays = WEBHOOK_DEFAULTS.retryDelaysS.map(
      (delay) => `${delay / 60} minute${delay > 60 ? 's' : ''}`,
    );
    expect(rows).toEqual(['immediately', ...delays].map((delay, at) => [String(at + 1), delay]));
  });

  it('which errors attempts can have', () => {
    const rows = tableOf(sectionOf(textOf('docs/webhooks.md'), 'Respond'), '`error`');
    expect(rows.map(([name]) => codeIn(name))).toEqual([...ATTEMPT_ERRORS]);
  });

  it.each([
    ['the reference', deliveryRoutes.find(({ name }) => name === 'moveDelivery')!.description!],
    ['docs/rest.md', textOf('docs/rest.md')],
    ['docs/quickstart.md', textOf('docs/quickstart.md')],
  ])('how deliveries move: %s', (_place, text) => {
    const [said] = /`pending`( → `\w+`)+, or `\w+`( → `\w+`)+/.exec(text)!;
    const moves = said.split(', or ').flatMap((path) => {
      const names = [...path.matchAll(/\w+/g)].map(([name]) => name);
      return names.slice(1).map((to, at) => [to, names[at]!]);
    });
    expect(Object.fromEntries(moves)).toEqual({ ...ENTERED_FROM, pending: undefined });
  });
});

it('the pattern of dates accepts the same years', () => {
  const pattern = new RegExp(calendarDate.meta()!.pattern as string);
  const dates = Array.from({ length: 400 }, (_, at) => `${1_800 + at}-01-01`);
  const allowed = dates.filter((date) => date >= FIRST_DATE && date <= LAST_DATE);
  expect(dates.filter((date) => pattern.test(date))).toEqual(allowed);
});

it('nowhere else in the code is a limit written out', async () => {
  const homes: [said: RegExp, home: string][] = [
    [/\b1900-01-01|\b2100-12-31/, 'src/schema/core/noun/rules.ts'],
    [/\b256 ?KiB/, 'src/http/server/body.ts'],
    [/x21-\\+x7e/, 'src/http/admission/idempotency-key.ts'],
    [/^ {2}'(wrong_item|overstock)',$/m, 'src/schema/trade/return/reasons.ts'],
    [/\b(at most|pages of|more than) (100|200|400|2[,_]?000)\b/i, 'src/schema/core/noun/rules.ts'],
    [/\b(10|ten) seconds\b/, 'src/config.ts'],
  ];
  const texts = new Map<string, string>();
  for await (const path of glob(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: ROOT })) {
    if (!path.includes('generated/')) texts.set(path, readFileSync(`${ROOT}/${path}`, 'utf8'));
  }
  for (const [said, home] of homes) {
    const places = [...texts].filter(([, text]) => said.test(text)).map(([path]) => path);
    expect([said, places.filter((path) => path !== home)]).toEqual([said, []]);
  }
});
