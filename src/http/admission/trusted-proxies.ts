import { compile } from 'proxy-addr';

/** Returns a predicate for addresses that `TRUST_PROXY` includes, by the library that Express uses for it. */
export function trustedProxies(trustProxy: false | number | string[]): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => Number(trustProxy) > 0;
  const isTrusted = compile(trustProxy);
  return (address) => isTrusted(address, 0);
}
