import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from '../limits.ts';
import { inHashingQueue } from './hashing-queue.ts';

/** A value instead of a hash, for accounts without a password: no password matches it. */
export const NO_PASSWORD = '!';

/** Validates a new password. */
export const newPassword = z
  .string('must be a string')
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

/**
 * Validates a password that is compared with the stored one. It may be shorter than new passwords must be.
 */
export const triedPassword = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

/**
 * Returns the argon2id hash of a password, with the parameters that OWASP recommends (the library's
 * defaults). It may queue: never call it inside a transaction.
 *
 * @throws AppError `service_unavailable` when too many hashes are queued
 */
export function hashPassword(password: string): Promise<string> {
  return inHashingQueue(() => hash(password));
}

/**
 * Returns whether `password` matches the hash. Without a hash, or without a password, it does the same work
 * and returns false. It may queue: never call it inside a transaction.
 *
 * @throws AppError `service_unavailable` when too many hashes are queued
 */
export function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return inHashingQueue(async () => {
    const nobodys = await decoy();
    const hasPassword = passwordHash !== undefined && passwordHash !== NO_PASSWORD;
    const isRight = await verify(hasPassword ? passwordHash : nobodys, password);
    return isRight && hasPassword;
  });
}

let made: Promise<string> | undefined;

/** Returns the hash of a random password, to spend the same time on unknown accounts. */
function decoy(): Promise<string> {
  return (made ??= hash(randomUUID()));
}
