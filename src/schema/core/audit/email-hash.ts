import { createHash } from 'node:crypto';
import { emailKey } from '../noun/rules.ts';
import type { AuditDetails } from './write-entry.ts';

/** Returns a hash of the e-mail address, since people sometimes type their password into that field. */
export function emailHash(email: string | undefined): AuditDetails {
  const hash = createHash('sha256')
    .update(emailKey(String(email)))
    .digest('hex');
  return { emailHash: hash.slice(0, 16) };
}
