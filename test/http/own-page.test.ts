import type { Request } from 'express';
import { expect, it } from 'vitest';
import { isFromServicePage } from '../../src/http/admission/identify-session.ts';

const PUBLIC = 'https://provender.example';

function isOwn(headers: Record<string, string>): boolean {
  const get = (name: string) => headers[name.toLowerCase()];
  return isFromServicePage({ headers, protocol: 'http', get } as unknown as Request, PUBLIC);
}

it.each<[headers: Record<string, string>, isOwn: boolean]>([
  [{ origin: PUBLIC }, true],
  [{ origin: 'http://provender.example' }, false],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'http://localhost:4000', host: 'localhost:3000' }, false],
  // A name of somebody else that leads here.
  [{ origin: 'http://evil.example', host: 'evil.example' }, false],
  [{ origin: 'http://127.0.0.1.evil.example', host: '127.0.0.1.evil.example' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{}, false],
])('with %j, whether a page of the service sent it is %s', (headers, expected) => {
  expect(isOwn(headers)).toBe(expected);
});
