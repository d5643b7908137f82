import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createAuthenticate } from '../../../../src/schema/people/api-key/authenticate.ts';
import { isKey, newKey } from '../../../../src/schema/people/api-key/key-format.ts';
import { rotateKey } from '../../../../src/schema/people/api-key/rotate-key.ts';
import { createAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService({ own: 'counts queries' });

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Computes CRC32 in base62, in six characters, independently of the source. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / 62)) digits = ALPHABET[rest % 62] + digits;
  return digits.padStart(6, '0');
}

/** Decodes a key's random part. */
function bytesOf(random: string): bigint {
  return [...random].reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
}

describe('a key', () => {
  const keys = Array.from({ length: 1_000 }, () => newKey());

  it('is prv_, 32 random bytes in base62 and their checksum', () => {
    for (const key of keys) {
      expect(key).toMatch(/^prv_[0-9A-Za-z]{38,49}$/);
      expect(bytesOf(key.slice(4, -6))).toBeLessThan(2n ** 256n);
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
      expect(isKey(key)).toBe(true);
    }
  });

  it('is random over the whole range', () => {
    const values = keys.map((key) => bytesOf(key.slice(4, -6)));
    expect(new Set(values).size).toBe(keys.length);
    expect(values.some((value) => value >= 2n ** 255n)).toBe(true);
    expect(values.some((value) => value < 2n ** 255n)).toBe(true);
  });

  it('has its checksum padded with zeros', () => {
    expect(keys.some((key) => key.at(-6) === '0')).toBe(true);
  });
});

describe('a key of a cell', () => {
  it('has the cell’s name before the random part, and always the same length', () => {
    for (const key of Array.from({ length: 1_000 }, () => newKey('b2'))) {
      expect(key).toMatch(/^prv_b2[0-9A-Za-z]{49}$/);
      expect(bytesOf(key.slice(6, -6))).toBeLessThan(2n ** 256n);
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)));
      expect(isKey(key)).toBe(true);
    }
  });
});

describe('a forged key', () => {
  const key = newKey();

  it.each([
    ['nothing', ''],
    ['another prefix', `sk__${key.slice(4)}`],
    ['a character too many', `${key}0`],
    ['a character too few', key.slice(0, -1)],
    ['a space', `${key} `],
    ['a line break', `${key}\n`],
    ['a sign that is not base62', key.replace(/.$/, '-')],
    ['a digit of another script', key.replace(/.$/, '٣')],
    ['another case', key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase())],
    ['the checksum of another key', key.slice(0, -6) + newKey().slice(-6)],
    ['an endless random part', `prv_${'0'.repeat(100_000)}${key.slice(-6)}`],
  ])('with %s is detected by its form', (_what, forged) => {
    expect(isKey(forged)).toBe(false);
  });

  it('is detected when any one character differs', () => {
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  it('costs no query, where a well-formed one costs two', async () => {
    const queries = vi.spyOn(Client.prototype, 'query');
    // Opening a connection takes another one.
    await expect(attempt(newKey())).rejects.toMatchObject({ code: 'unauthorized' });
    queries.mockClear();
    for (let count = 0; count < 10_000; count++) {
      const forged = `prv_${randomBytes(32).toString('hex').slice(0, 43)}abcdef`;
      await expect(attempt(forged)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    expect(queries).not.toHaveBeenCalled();
    await expect(attempt(newKey())).rejects.toMatchObject({ code: 'unauthorized' });
    expect(queries).toHaveBeenCalledTimes(2);
    queries.mockRestore();
  });
});

function attempt(key: string) {
  return createAuthenticate(service.database.pool)(`Bearer ${key}`);
}

describe('the value of a key', () => {
  it('is stored nowhere, and logged nowhere', async () => {
    const account = await createAccount(service);
    const rotated = await account.issue(['products:read']);
    const { key } = await rotateKey(service.database.prisma, { id: rotated.id }, 60);
    await account.call('POST', '/products', {
      body: { name: 'Bread', weight: 1, price: 1, category: 'bakery' },
      headers: { 'Idempotency-Key': 'key' },
    });
    await account.call('GET', '/products', { key });
    const dump = (await everyRow()) + service.logged();
    expect(dump).toContain(account.key.slice(-4));
    for (const value of [account.key, rotated.key, key]) {
      const random = value.slice(4, -6);
      expect(dump).not.toContain(random);
      expect(dump).not.toContain(Buffer.from(random).toString('hex'));
    }
  });
});

/** Returns all values in the database, as text. */
async function everyRow(): Promise<string> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  let dump = '';
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
    dump += rows.map(({ row }) => row).join('\n');
  }
  return dump;
}
