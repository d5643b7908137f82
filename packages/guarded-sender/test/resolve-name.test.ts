import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLookup, NameError } from '../src/resolve-name.ts';

const A = 1;
const server = createSocket('udp4');
const asked: string[] = [];
let address = '';

beforeAll(async () => {
  server.on('message', (query, { port }) => {
    const { name, type } = questionOf(query);
    asked.push(`${name} ${type}`);
    if (name.startsWith('silent')) return;
    server.send(answerTo(query, name === 'known.example' && type === A), port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${server.address().port}`;
});
afterAll(() => void server.close());

describe('looking a name up', () => {
  it('is not delayed by names whose servers never respond, however many there are', async () => {
    const lookup = lookupAt(address);
    let ended = 0;
    const silent = Promise.allSettled(
      Array.from({ length: 50 }, (_, number) => lookup(`silent-${number}.example`).finally(() => ended++)),
    );
    expect(await lookup('known.example')).toEqual([{ address: '203.0.113.7', family: 4 }]);
    expect(ended).toBe(0);
    const results = await silent;
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  }, 60_000);

  it('caches results for a while, and sends one query for concurrent lookups', async () => {
    const lookup = lookupAt(address);
    asked.length = 0;
    await Promise.all([lookup('known.example'), lookup('KNOWN.example'), lookup('known.example.')]);
    await lookup('known.example');
    expect(asked.toSorted()).toEqual(['known.example 1', 'known.example 28']);
  });

  it('finds the names of the hosts file, and none that does not exist', async () => {
    const lookup = lookupAt(address);
    expect(await lookup('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
    await expect(lookup('unknown.example')).rejects.toBeInstanceOf(NameError);
  });
});

function lookupAt(at: string): (name: string) => Promise<LookupAddress[]> {
  const lookup = createLookup([at]);
  return (name) =>
    new Promise((resolve, reject) => {
      lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });
}

function questionOf(query: Buffer): { name: string; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1) };
}

/** Returns a DNS response with one address, or none. */
function answerTo(query: Buffer, isKnown: boolean): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(isKnown ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const end = query.indexOf(0, 12) + 5;
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
  return Buffer.concat([header, query.subarray(12, end), ...(isKnown ? [record] : [])]);
}
