import { isIP } from 'node:net';
import { z } from 'zod';

/** The maximum number of hops: more would trust every client, as true would. */
const MAX_PROXIES = 16;

/** The values of Express' `trust proxy`: false, a number of hops, or a list of addresses and subnets. */
export const trustProxy = z
  .string()
  .refine((value) => value.trim().toLowerCase() !== 'true', {
    error:
      'true would believe every client; set the number of proxies in front, such as 1, or their addresses and subnets, such as loopback,10.0.0.0/8',
    abort: true,
  })
  .transform((value) => {
    if (value === 'false') return false;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
  })
  .refine((value) => typeof value !== 'number' || value <= MAX_PROXIES, {
    error: `must be at most ${MAX_PROXIES}: with more proxies than there are, clients can forge their address`,
  })
  .refine((value) => !Array.isArray(value) || value.every(isSubnet), {
    error:
      'must be false, a number of proxies, or a list of addresses and subnets such as loopback,10.0.0.0/8',
  });

function isSubnet(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address ?? '');
  return (
    family !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}
