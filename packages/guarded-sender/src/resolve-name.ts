import { type LookupAddress, type LookupOptions, promises } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Lookup } from './public-address.ts';

const HOSTS_FILE = '/etc/hosts';
/** The options of a query: one attempt and one retry, which take less than a callback's deadline. */
const QUERY = { timeout: 2_000, tries: 2 };
/** How long to wait for IPv6 addresses once the IPv4 ones have arrived. */
const OTHER_FAMILY_MS = 100;
/** How many names are cached, and for how long. */
const CACHE = { max: 1_000, ttl: 5_000 };

/** Thrown when a name has no address, or its servers do not respond. */
export class NameError extends Error {
  override name = 'NameError';
}

type Callback = (error: Error | null, found: LookupAddress[] | string, family?: number) => void;

/**
 * Creates a lookup by DNS and the hosts file. `dns.lookup` would use the process's few threads, where names
 * with silent servers block all others; these queries are independent.
 *
 * @param servers the name servers (default: the system's)
 */
export function createLookup(servers?: string[]): Lookup {
  const resolved = new LRUCache<string, Promise<LookupAddress[]>>({ ...CACHE, ttlAutopurge: false });

  const find = callbackify((hostname: string): Promise<LookupAddress[]> => {
    const found = resolved.get(hostname) ?? resolve(hostname, servers);
    if (!resolved.has(hostname)) resolved.set(hostname, found);
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
  // One resolver per name: it avoids servers that did not respond, also for other names.
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
