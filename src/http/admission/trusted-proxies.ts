import express from 'express';

/** Returns a predicate for addresses that `TRUST_PROXY` includes, by the rules of Express. */
export function trustedProxies(trustProxy: false | number | string[]): (address: string) => boolean {
  const isTrusted = express().set('trust proxy', trustProxy).get('trust proxy fn') as (
    address: string,
    hops: number,
  ) => boolean;
  return (address) => isTrusted(address, 0);
}
