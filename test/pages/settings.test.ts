import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsRoutes } from '../../src/pages/settings.ts';

const STYLE = 'p { margin: 0 }';
const PAGE = `<!doctype html><title>Settings</title><style>${STYLE}</style>`;
const SCRIPT = 'console.log("settings");'.repeat(50);
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'provender-settings-'));
  server = createServer(express().use(settingsRoutes(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, {
    method,
    headers: { 'Accept-Encoding': 'identity', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it('explains how to build the page, and shows it once it is built', async () => {
  const { status, headers, text } = await get('/settings');
  expect(status).toBe(503);
  expect(text).toContain('npm run build');
  expect(headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(headers.get('Cache-Control')).toBe('no-store');

  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/index-BhJ3x9.js'), SCRIPT);
  await writeFile(join(folder, 'assets/index-BhJ3x9.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets/index-BhJ3x9.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'index.html'), PAGE);
  expect(await get('/settings')).toMatchObject({ status: 200, text: PAGE });
});

describe('the page', () => {
  it.each(['/settings', '/settings/', '/settings/keys', '/settings/webhooks/12/messages', '/settings?tab=1'])(
    'is served at %s, and revalidated each time',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, text]).toEqual([200, PAGE]);
      expect(headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(headers.get('Cache-Control')).toBe('no-cache');
      expect(headers.get('Content-Security-Policy')).toBe(POLICY);
      const again = await get(path, { 'If-None-Match': headers.get('ETag')! });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('has files that are cached forever, and those with fixed names that are revalidated', async () => {
    const { status, headers, text } = await get('/settings/assets/index-BhJ3x9.js');
    expect([status, text]).toEqual([200, SCRIPT]);
    expect(headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/settings/icon.svg')).headers.get('Cache-Control')).toBe('no-cache');
  });

  it.each(['br', 'gzip'])('comes as %s to browsers that take it', async (encoding) => {
    const { headers, text } = await get('/settings/assets/index-BhJ3x9.js', { 'Accept-Encoding': encoding });
    expect(headers.get('Content-Encoding')).toBe(encoding);
    expect(headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(headers.get('Vary')).toContain('Accept-Encoding');
    expect(text).toBe(SCRIPT);
  });

  it.each(['/settings/assets/index-old.js', '/settings/missing.css', '/settingsx'])(
    'is not served at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each([
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cpackage.json',
    '%00',
    '%ff',
  ])('comes from nowhere else: %s', async (path) => {
    const { status, text } = await get(`/settings/${path}`);
    expect([200, 404]).toContain(status);
    expect(text).not.toMatch(/"name"|root:/);
  });

  it('supports HEAD, but no methods that change anything', async () => {
    expect(await get('/settings', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect((await get('/settings', {}, 'POST')).status).toBe(404);
  });
});
