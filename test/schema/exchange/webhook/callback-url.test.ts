import {
  NO_HOSTS,
  PRIVATE_ADDRESSES,
  PRIVATE_NAMES,
  PUBLIC_HOSTS,
} from '@provender/guarded-sender/test/hosts';
import { describe, expect, it } from 'vitest';
import { callbackUrl } from '../../../../src/schema/exchange/webhook/callback-url.ts';

const strict = callbackUrl(false);
const lenient = callbackUrl(true);

const HINT = '. To try a local receiver, start the service with WEBHOOK_ALLOW_PRIVATE_NETWORKS=true';

describe('a callback URL', () => {
  it('cannot have a private host, in any of many spellings', () => {
    const hosts = [...PRIVATE_ADDRESSES, ...PRIVATE_NAMES];
    expect(new Set(PRIVATE_ADDRESSES).size).toBeGreaterThanOrEqual(100);
    const accepted = hosts.flatMap((host) =>
      [`https://${host}/`, `https://${host}:8443/hooks?a=b#c`].filter((url) => strict.safeParse(url).success),
    );
    expect(accepted).toEqual([]);
    for (const host of hosts) {
      expect(problemOf(strict, `https://${host}/`)).toBe(`must be reachable from the public internet${HINT}`);
    }
  });

  it('cannot have a name with empty labels, characters of no name, or a numeric end', () => {
    const hosts = `localhost.. localhost... LOCALHOST%2e%2e foo.localhost.. 127.0.0.1.. 10.0.0.1%2E. 0x7f.1.. .localhost
      metadata.google.internal.. a..example.com .example.com example.com.. -a.example.com a.b'c.com a.2`;
    for (const host of hosts.match(/\S+/g)!) {
      expect([host, strict.safeParse(`https://${host}/`).success]).toEqual([host, false]);
    }
  });

  it('can have a public host, also next to a private range', () => {
    for (const host of PUBLIC_HOSTS) {
      expect([host, strict.safeParse(`https://${host}/hooks`).success]).toEqual([host, true]);
    }
  });

  it.each(NO_HOSTS)('has a valid host, unlike %s', (host) => {
    for (const rule of [strict, lenient]) expect(problemOf(rule, `https://${host}/`)).toBe('must be a URL');
  });

  it('is https, or http where private networks are allowed', () => {
    expect(problemOf(strict, 'http://example.com/')).toBe('must be an https URL');
    expect(problemOf(strict, 'http://localhost:3000/')).toBe(`must be an https URL${HINT}`);
    expect(problemOf(strict, 'http://192.168.0.5/')).toBe(`must be an https URL${HINT}`);
    expect(lenient.parse('http://127.0.0.1:9/')).toBe('http://127.0.0.1:9/');
    expect(lenient.parse('http://localhost/')).toBe('http://localhost/');
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ws://example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'mailto:hooks@example.com',
    'unix:/run/docker.sock',
    'blob:https://example.com/1',
  ])('has no other scheme, such as %s', (url) => {
    for (const rule of [strict, lenient]) expect(problemOf(rule, url)).toBe('must be an https URL');
  });

  it.each(['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'])(
    'carries no credentials, as %s does',
    (url) => {
      for (const rule of [strict, lenient]) expect(problemOf(rule, url)).toBe('must not contain credentials');
    },
  );

  it.each([
    '',
    '  ',
    'example.com',
    '//example.com/',
    '/hooks',
    'https://',
    'https:///',
    'https://ex ample.com/',
  ])('is absolute, unlike %j', (url) => {
    expect(strict.safeParse(url).success).toBe(false);
    expect(lenient.safeParse(url).success).toBe(false);
  });

  it('is stored unchanged, with at most 2,000 characters', () => {
    for (const url of ['HTTPS://Example.COM:443/a?c=é', 'https://example.com'])
      expect(strict.parse(` ${url} `)).toBe(url);
    expect(problemOf(strict, 'https://example.com/a\tb')).toBe('must be a URL');
    const longest = `https://example.com/${'a'.repeat(1_980)}`;
    expect(strict.parse(longest)).toBe(longest);
    expect(problemOf(strict, `${longest}a`)).toBe('must be at most 2000 characters');
    expect(problemOf(strict, `https://example.com/${'é'.repeat(1_000)}`)).toBe(
      'must be at most 2000 characters when percent-encoded',
    );
  });
});

function problemOf(rule: typeof strict, url: string): string | undefined {
  return rule.safeParse(url).error?.issues[0]?.message;
}
