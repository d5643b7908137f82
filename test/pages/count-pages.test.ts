import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { countPages } from '../../src/pages/count-pages.ts';
import type { AppError } from '../../src/schema/core/errors.ts';

const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const refuse: express.ErrorRequestHandler = (error: AppError, _request, response, _next) => {
  response.status(429).json({ code: error.faults[0]?.code });
};

it('refuses an address that requests too many pages, with Retry-After', async () => {
  const app = express().set('trust proxy', true);
  app.use(countPages(3), (_request, response) => void response.json({}));
  app.use(refuse);
  const server = createServer(app);
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get = async (address: string) =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': address } });

  for (let i = 0; i < 3; i++) expect((await get('192.0.2.1')).status).toBe(200);
  const refused = await get('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ code: 'rate_limited' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await get('192.0.2.2')).status).toBe(200);
});
