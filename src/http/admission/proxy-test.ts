import express from 'express';

/** Returns a function that tells whether `TRUST_PROXY` includes an address, as Express decides it. */
export function proxyTest(trustProxy: false | number | string[]): (address: string) => boolean {
  const isTrusted = express().set('trust proxy', trustProxy).get('trust proxy fn') as (
    address: string,
    hops: number,
  ) => boolean;
  return (address) => isTrusted(address, 0);
}
