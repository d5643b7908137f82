import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { notBuilt } from '../../src/pages/built-folder.ts';
import { showGraphiQL } from '../../src/pages/graphiql.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'provender-not-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the response of handlers to a browser. */
async function answerOf(...handlers: RequestHandler[]) {
  const server = express()
    .use('/graphql', ...handlers)
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return fetch(`http://127.0.0.1:${port}/graphql`, { headers: { Accept: 'text/html' } });
}

const count: RequestHandler = (_request, _response, next) => next();
const api: RequestHandler = (_request, response) => void response.status(400).json({ errors: [] });

it('lets the API answer browsers as it answers others, until GraphiQL is built', async () => {
  const folder = emptyFolder();
  const answer = await answerOf(showGraphiQL(count, folder), api);
  expect([answer.status, await answer.json()]).toEqual([400, { errors: [] }]);
  expect(answer.headers.has('Content-Security-Policy')).toBe(false);
  writeFileSync(join(folder, 'index.html'), 'GraphiQL');
  expect(await (await answerOf(showGraphiQL(count, folder), api)).text()).toBe('GraphiQL');
});

it('names the command that builds a page only where it can run', async () => {
  const root = emptyFolder();
  const page = async () => (await answerOf(notBuilt('The web page', root))).text();
  expect(await page()).not.toContain('npm');
  mkdirSync(join(root, 'node_modules/vite'), { recursive: true });
  expect(await page()).not.toContain('npm');
  mkdirSync(join(root, 'scripts'));
  writeFileSync(join(root, 'scripts/build-pages.ts'), '');
  expect(await page()).toContain('npm run build');
});
