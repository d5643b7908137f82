import { type LookupAddress, type LookupOptions, promises } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Lookup } from './guarded-connector.ts';

const HOSTS_FILE = '/etc/hosts';
/** One try and another one: less than a callback's whole time. */
const QUERY = { timeout: 2_000, tries: 2 };
/** How long IPv6 addresses are waited for once the IPv4 ones are there. */
const OTHER_FAMILY_MS = 100;
/** Names that are remembered, and for how long. */
const CACHE = { max: 1_000, ttl: 5_000 };

/** A name that has no address, or whose servers do not tell. */
export class NameError extends Error {
  override name = 'NameError';
}

type Callback = (error: Error | null, found: LookupAddress[] | string, family?: number) => void;

/**
 * Creates a look-up by DNS and the hosts file. `dns.lookup` would use the process's few threads, so that names
 * whose servers never answer hold up all others; these queries wait for nobody.
 *
 * @param servers where to ask (default: as the system does)
 */
export function createLookup(servers?: string[]): Lookup {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({ ...CACHE, ttlAutopurge: false });

  const find = callbackify((hostname: string): Promise<LookupAddress[]> => {
    const found = known.get(hostname) ?? resolve(hostname, servers);
    if (!known.has(hostname)) known.set(hostname, found);
    return found;
  });

  const lookup = (hostname: string, { all }: LookupOptions, callback: Callback): void => {
    find(hostname.toLowerCase().replace(/\.$/, ''), (error, found) => {
      if (error || all) return callback(error, found);
      callback(null, found[0]!.address, found[0]!.family);
    });
  };
  return lookup as unknown as Lookup;
}

async function resolve(hostname: string, servers: string[] | undefined): Promise<LookupAddress[]> {
  const own = await fromHostsFile(hostname);
  if (own.length > 0) return own;
  // One for each name: a resolver thinks ill of a server that did not answer, for other names too.
  const resolver = new promises.Resolver(QUERY);
  if (servers) resolver.setServers(servers);
  const ofFour = resolver.resolve4(hostname).catch(() => []);
  const ofSix = resolver.resolve6(hostname).catch(() => []);
  const four = await ofFour;
  const six = four.length > 0 ? await Promise.race([ofSix, sleep(OTHER_FAMILY_MS, [])]) : await ofSix;
  const addresses = [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
  if (addresses.length === 0) throw new NameError(hostname);
  return addresses;
}

async function fromHostsFile(hostname: string): Promise<LookupAddress[]> {
  const lines = (await readFile(HOSTS_FILE, 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((name) => name.toLowerCase() === hostname);
    return isNamed && address ? [{ address, family: address.includes(':') ? 6 : 4 }] : [];
  });
}
