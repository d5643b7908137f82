import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { createLog } from '../src/log.ts';
import { serverFor } from '../src/mcp/server-for.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { ROOT } from './support/process/process.ts';

/** The maximum bytes that browsers load before the sign-in, uncompressed. */
const MAX_FIRST_LOAD = 380_000;
/** The maximum characters of all tools: assistants read the whole list before they begin. */
const MAX_TOOLS = 66_000;
const MAX_TOOL = 10_400;

it(`what browsers load before the sign-in has at most ${MAX_FIRST_LOAD} bytes`, () => {
  const page = readFileSync(join(ROOT, 'web/dist/index.html'), 'utf8');
  const files = new Set(
    Array.from(page.matchAll(/"\/settings\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => file!),
  );
  const sizes = Array.from(files, (file) => readFileSync(join(ROOT, 'web/dist', file)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(100_000);
  expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD);
});

it(`the text of all tools has at most ${MAX_TOOLS} characters, of one ${MAX_TOOL}`, async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const visit = { tools: TOOLS } as Parameters<typeof serverFor>[0];
  const server = serverFor(visit, createLog('silent'), 'http://127.0.0.1:3000');
  const client = new Client({ name: 'sizes', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  await client.close();
  const sizes = tools.map((tool) => ({ name: tool.name, size: JSON.stringify(tool).length }));
  expect(sizes.filter(({ size }) => size > MAX_TOOL)).toEqual([]);
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MAX_TOOLS);
});
