import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { STATUS } from '../../src/http/response/error-status.ts';
import { ERROR_CODES } from '../../src/reference/error-codes.ts';
import { type Problem, PROBLEMS } from '../../src/problems.ts';
import { API_GUIDES } from '../../src/reference/guides.ts';
import { PLAN_LIMITS } from '../../src/schema/core/caller/plans.ts';
import type { ErrorCode } from '../../src/schema/core/errors.ts';
import { type Service, startService } from '../../src/service.ts';
import { createDatabase, type TestDatabase } from '../support/database/database.ts';
import { request } from '../support/http/http.ts';
import { ROOT } from '../support/process/process.ts';
import {
  blocksOf,
  codeBlocks,
  codeIn,
  lastingOf,
  sectionOf,
  tableOf,
  textOf,
} from '../support/text/markdown.ts';
import { jpegOf } from '../support/web/images.ts';
import { paste, pasteText } from './paste.ts';

interface Answer {
  status?: string;
  errors?: unknown;
  extensions?: unknown;
}

const quickstart = textOf('docs/quickstart.md');
const [setUp] = codeBlocks(quickstart, 'sh') as [string];

const SECRETS_KEY = randomBytes(32).toString('base64');

let database: TestDatabase;
let service: Service & { key: string };

beforeAll(async () => {
  // Commands need it, too.
  vi.stubEnv('SECRETS_KEY', SECRETS_KEY);
  database = await createDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, DEMO: 'true', SECRETS_KEY });
  const started = await startService(config, 'api', pino({ level: 'silent' }));
  await started.announceDemo!(({ key }) => (service = { ...started, key }));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await database.drop();
});

// It runs first, because its ids are those of an untouched database.
describe('the quickstart', () => {
  it('gets just the responses it shows, with curl and the printed key alone', async () => {
    const [, ...commands] = codeBlocks(quickstart, 'sh');
    for (const command of commands) expect(command).toMatch(/^curl [^|;&`]+$/);
    const [, ...answers] = await paste(service, database.url, [setUp, ...commands]);
    const shown = codeBlocks(quickstart, 'json').map((text) => JSON.parse(text));
    expect(answers.flat()).toEqual(
      shown.map(({ data }) => ({
        status: 'success',
        data: { ...data, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      })),
    );
  });
});

const others = Object.keys(API_GUIDES).filter((guide) => guide !== 'quickstart');

describe.each(others)('the guide to %s', (guide) => {
  const blocks = blocksOf(textOf(`docs/${guide}.md`));
  const commands = blocks.filter(({ language }) => language === 'sh');
  const queries = blocks.filter(({ language }) => language === 'graphql');

  it('shows the actual responses of its commands and queries', async () => {
    const [, ...shown] = await paste(service, database.url, [setUp, ...commands.map(({ code }) => code)]);
    const answers = new Map(commands.map((block, index) => [block, shown[index]!]));
    for (const block of queries) answers.set(block, [await query(block.code)]);
    for (const [block, answered] of answers) {
      const next = blocks[blocks.indexOf(block) + 1];
      const example = next?.language === 'json' ? JSON.parse(next.code) : undefined;
      const imported = !example && block.code.includes('/import/') ? answered : [];
      const whole = { data: { counts: { refused: 0 }, problems: [] } };
      expect(imported).toMatchObject(imported.map(() => whole));
      const outcome = example ? outcomeOf(example) : 'success';
      expect(answered.map(outcomeOf)).toEqual(answered.map(() => outcome));
      expect(comparable(shownPart(answered.at(-1), example))).toEqual(comparable(example ?? answered.at(-1)));
    }
  });
});

it.each(
  others.flatMap((guide) =>
    blocksOf(textOf(`docs/${guide}.md`)).flatMap(({ language, code }, at, blocks) => {
      const next = blocks[at + 1];
      // Only people who are signed in can send these queries, and no example exceeds a limit.
      const isOutput =
        next?.language === 'text' && !/^(\{ |mutation |query )|"status":"error"/.test(next.code);
      return language === 'sh' && isOutput ? [[guide, code, next.code] as const] : [];
    }),
  ),
)('the guide to %s shows the actual output of %s', async (_guide, command, output) => {
  const shown = await pasteText(service, database.url, [setUp, command]);
  expect(lastingOf(shown)).toContain(lastingOf(output.trim()));
});

describe('the guide to receipts', () => {
  it('uploads a photo', async () => {
    const photos = sectionOf(textOf('docs/receipts.md'), 'Photos');
    const folder = await mkdtemp(join(tmpdir(), 'photo-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'crate.jpg'), jpegOf(40, 30));
    const [command] = codeBlocks(photos, 'shell');
    const upload = `cd ${folder}\nDELIVERY=1\n${command}`;
    const [, [answer]] = (await paste(service, database.url, [setUp, upload])) as [Answer[], Answer[]];
    expect(comparable(answer)).toEqual(comparable(JSON.parse(codeBlocks(photos, 'json')[0]!)));
  });
});

describe('the guide to idempotency', () => {
  it('shows one product twice', async () => {
    const [twice] = codeBlocks(textOf('docs/idempotency.md'), 'sh');
    const [, answers] = await paste(service, database.url, [setUp, twice!]);
    expect(answers).toHaveLength(2);
    expect(answers![0]).toEqual(answers![1]);
  });
});

describe('the guide to pagination', () => {
  it('reaches every product by following links', async () => {
    const [, follow] = codeBlocks(textOf('docs/pagination.md'), 'sh');
    const [, pages] = await paste(service, database.url, [setUp, follow!]);
    expect(pages!.length).toBeGreaterThan(1);
    expect(pages!.at(-1)!.pagination).toMatchObject({ page: pages!.length, has_more: false });
  });
});

describe('the guide to graphql', () => {
  it('opens a stream of events', async () => {
    const [stream] = codeBlocks(textOf('docs/graphql.md'), 'shell');
    // It stays open, and sends the events of the last 30 days at once.
    const command = `${stream!.trim().replace('curl ', 'curl --max-time 30 ')} | sed '/"type":"delivery.created"/q' || true`;
    const told = await pasteText(service, database.url, [setUp, command]);
    expect(told).toContain('event: next');
    expect(told).toContain('"type":"delivery.created"');
  });
});

describe('the request in the README', () => {
  it('gets a response like the one it shows', async () => {
    const readme = sectionOf(textOf('README.md'), 'Your first request');
    const [[answer]] = (await paste(service, database.url, codeBlocks(readme, 'sh'))) as [[Answer]];
    expect(comparable(answer)).toEqual(comparable(JSON.parse(codeBlocks(readme, 'json')[0]!)));
  });
});

it('show errors with all their members, and problems of their codes', () => {
  const shown = globSync('docs/*.md', { cwd: ROOT }).flatMap((guide) =>
    [...textOf(guide).matchAll(/"error": ?(\{[^}]*\}?)/g)].map(([, error]) => [guide, error!]),
  );
  expect(shown.length).toBeGreaterThan(3);
  const members = ['code', 'message', 'field', 'problem', 'values'];
  for (const [guide, error] of shown) {
    expect([guide, members.filter((name) => !error!.includes(`"${name}"`))]).toEqual([guide, []]);
    const [code, problem] = ['code', 'problem'].map(
      (name) => new RegExp(`"${name}": ?"(\\w+)"`).exec(error!)?.[1],
    );
    expect([guide, problem ? PROBLEMS[problem as Problem].code : code]).toEqual([guide, code]);
  }
});

describe('the tables of the guides', () => {
  it('name exactly the codes there are, with their statuses and advice', () => {
    const rows = tableOf(textOf('docs/errors.md'), 'Code');
    expect(Object.fromEntries(rows.map(([code, status]) => [codeIn(code), Number(status)]))).toEqual(STATUS);
    for (const [code, , advice] of rows) {
      const withoutLinks = advice!.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
      expect(withoutLinks).toBe(ERROR_CODES[codeIn(code) as ErrorCode].advice);
    }
  });

  it('give the plans their limits', () => {
    const rows = tableOf(textOf('docs/rate-limits.md'), 'Plan').map((row) =>
      row.map((cell) => cell.replace(',', '')),
    );
    const listed = rows.map(([plan, ...figures]) => {
      const [perHour, perMinute, costPerOperation, streams] = figures.map(Number);
      return [plan!.toLowerCase(), { perHour, perMinute, costPerOperation, streams }];
    });
    const limits = Object.entries(PLAN_LIMITS).map(([plan, all]) => [plan, { ...all, quotas: undefined }]);
    expect(listed).toEqual(limits);
  });

  it('give the plans their quotas', () => {
    const listed = tableOf(sectionOf(textOf('docs/rate-limits.md'), 'Quotas'), 'Plan').map(
      ([plan, ...figures]) => {
        const numbers = figures.map((figure) => Number(figure.replace(',', '')));
        const [supermarkets, branches, products, webhooks, apiKeys, photos] = numbers;
        const [standingOrders, containerTypes, priceAgreements] = numbers.slice(6);
        return [
          plan!.toLowerCase(),
          {
            supermarkets,
            branches,
            products,
            webhooks,
            apiKeys,
            photos,
            standingOrders,
            containerTypes,
            priceAgreements,
          },
        ];
      },
    );
    expect(listed).toEqual(Object.entries(PLAN_LIMITS).map(([plan, { quotas }]) => [plan, quotas]));
  });
});

async function query(document: string) {
  const { json } = await request(service.url, 'POST', '//graphql', {
    key: service.key,
    body: { query: document },
  });
  return json;
}

function outcomeOf({ status, errors }: Answer): string {
  return errors ? 'errors' : (status ?? 'success');
}

/**
 * Returns the part of a response that the example shows: without its cost and rate limit if the example has
 * neither.
 */
function shownPart(answer: Answer | undefined, example: Answer | undefined): Answer | undefined {
  if (!example || example.extensions) return answer;
  const { extensions: _leftOut, ...rest } = answer ?? {};
  return rest;
}

/** Error responses are compared exactly, others by their shape. */
function comparable(answer: Answer | undefined): unknown {
  return answer?.status === 'error' ? answer : shapeOf(answer);
}

/** Returns the shape of a value; of lists, that of the first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}
