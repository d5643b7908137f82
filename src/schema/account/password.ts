import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { inHashingLine } from './hashing-line.ts';

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

/** A password that is chosen. */
export const newPassword = z
  .string('must be a string')
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

/** A password that is tried: whatever it is, it is right or wrong. */
export const triedPassword = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

/**
 * Hashes by argon2id, with the parameters that OWASP recommends, which are the library's own. It may
 * have to wait in line: never call it inside a transaction.
 *
 * @throws AppError `service_unavailable` when too many wait
 */
export function hashPassword(password: string): Promise<string> {
  return inHashingLine(() => hash(password));
}

/**
 * Tells whether `password` is the one that was hashed; without a hash the same work is done, and the
 * result is false. It may have to wait in line: never call it inside a transaction.
 *
 * @throws AppError `service_unavailable` when too many wait
 */
export function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return inHashingLine(async () => {
    const nobodys = await decoy();
    const isRight = await verify(passwordHash ?? nobodys, password);
    return isRight && passwordHash !== undefined;
  });
}

let made: Promise<string> | undefined;

/** The hash of a password that nobody has. */
function decoy(): Promise<string> {
  return (made ??= hash(randomUUID()));
}
