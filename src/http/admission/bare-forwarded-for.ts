import { isIPv4 } from 'node:net';
import type { RequestHandler } from 'express';

/**
 * Takes ports and brackets off the addresses in `X-Forwarded-For`, as Azure and some others write them.
 * Express returns entries as they are, so with a port in them all clients would count as one.
 */
export const bareForwardedFor: RequestHandler = ({ headers }, _response, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string')
    headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ');
  next();
};

/**
 * Converts `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]` to the address; returns others unchanged.
 */
function bareAddress(entry: string): string {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  // guard: bracketed-address
  if (bracketed !== undefined) return bracketed;
  const [, address = ''] = /^([\d.]+):\d+$/.exec(text) ?? [];
  return isIPv4(address) ? /* guard: address-without-port */ address : text;
}
