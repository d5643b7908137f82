import type { Db } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import type { Usage } from '../limits/limiter.ts';
import type { Plan } from './account/plans.ts';
import type { Scope } from './api-key/scopes.ts';
import { fault } from './errors.ts';
import type { LiveEvents } from './event/live-events.ts';
import { recordIdOf } from './record-id.ts';
import type { SecretBox } from './secret/secret-box.ts';
import type { Visit } from './session/visit.ts';

/** Whoever has proved to act for an account. */
export interface Caller {
  accountId: bigint;
  plan: Plan;
  /** The API key that it proved to have; undefined for a session. */
  keyId?: bigint;
  /** The session of the settings page; undefined for a key. */
  sessionId?: bigint;
  scopes: ReadonlySet<Scope>;
}

/** What every operation is given. */
export interface Context {
  caller: Caller | null;
  /** Where to read and write: the pool, or the transaction the whole request runs in. */
  db: Db;
  log: Logger;
  /** How much of its limits the request's subject has used, this request included. */
  usage: Usage;
  /** Tells whoever waits for events that some were committed, and whether webhooks subscribed to them. */
  published(hasRecipients: boolean): void;
  /** Whether webhooks may point into private networks. */
  allowPrivateCallbacks: boolean;
  /** How many consecutive failed callbacks deactivate a webhook. */
  disableWebhooksAfter: number;
  /** Whether strangers may open an account. */
  signUpAllowed: boolean;
  /** Encrypts what the database must not hold in plain text. */
  secrets: SecretBox;
  /** Where a request comes from that is the settings page's. */
  visit?: Visit;
  /** What subscriptions live on, where there can be some. */
  live?: Live;
}

interface Live {
  events: LiveEvents;
  /** The last event that a reader who connects again says to have. */
  lastEventId: string | undefined;
  /** Whether the caller's key still holds. @throws as authentication does */
  reauthenticate(): Promise<Caller>;
}

/** The account every query is scoped by. @throws AppError `unauthorized` without a caller */
export function accountOf(context: Context): bigint {
  return callerOf(context).accountId;
}

/** @throws AppError `unauthorized` without a caller */
export function callerOf({ caller }: Context): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

/** The error of whoever proved nothing. */
export function unauthorized() {
  return fault('unauthorized', 'sign in, or send an API key');
}

/** @throws AppError `insufficient_scope` for requests of anybody but the service's own page */
export function visitOf({ visit }: Context): Visit {
  if (!visit) throw fault('insufficient_scope', 'this is for the settings page, and takes no API key');
  return visit;
}

/** Finds one record by id, among the caller's own. */
export function byId(context: Context, id: bigint | string) {
  const record = typeof id === 'string' ? recordIdOf(id) : id;
  return { where: { accountId_id: { accountId: accountOf(context), id: record } } };
}

/** Refuses a caller without `scope`. @throws AppError `insufficient_scope` */
export function requireScope(context: Context, scope: Scope): void {
  if (!callerOf(context).scopes.has(scope)) throw insufficientScope(scope);
}

/** The error of a caller that lacks `scope`. */
export function insufficientScope(scope: Scope) {
  return fault('insufficient_scope', `this API key lacks the scope ${scope}`);
}
