import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { codeBlocks, sectionOf, textOf } from '../support/markdown.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = textOf('README.md');
const firstCalls = sectionOf(readme, 'First calls');

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, DEMO: 'true' });
  service = await startService(config, 'api', pino({ level: 'silent' }));
});

afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('the first calls', () => {
  it('lead from a supermarket to a return when they are pasted one after the other', async () => {
    const answers = await paste(...codeBlocks(firstCalls, 'sh'));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill('success'));
    const [supermarket, product, delivery, moved, returned] = answers.map((answer) => answer.data);
    expect(delivery).toMatchObject({ supermarket_name: supermarket.name, status: 'pending' });
    expect(moved).toMatchObject({ id: delivery.id, status: 'in_transit' });
    expect(returned).toMatchObject({ delivery_id: delivery.id, product_id: product.id });

    const { data: shown } = JSON.parse(codeBlocks(firstCalls, 'json')[0]!);
    const { id, delivery_id, product_id, return_date, created_at } = returned;
    expect(returned).toEqual({ ...shown, id, delivery_id, product_id, return_date, created_at });
  });

  it('are followed by a GraphQL query that works with the same key', async () => {
    const [setUp] = codeBlocks(firstCalls, 'sh');
    const [answer] = await paste(setUp!, ...codeBlocks(sectionOf(readme, 'GraphQL'), 'sh'));
    expect(answer).toMatchObject({
      data: {
        deliveries: { totalCount: expect.any(Number), nodes: [expect.objectContaining({ notes: null })] },
      },
    });
  });
});

/** Pastes blocks of the README into a shell, against this test's service, and reads the JSON that is shown. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
async function paste(...blocks: string[]): Promise<Record<string, any>[]> {
  const script = blocks.map((block) => block.replaceAll(DEFAULT_URL, service.url)).join('\n');
  const PATH = `${process.env.PATH}:${root}test/support/bin`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', script], {
    cwd: root,
    env: { ...process.env, PATH, DATABASE_URL: database.url },
  });
  const lines = `${stderr}\n${stdout}`.replaceAll('}{', '}\n{').split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}
