import type { DomainSettings } from '../config.ts';
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
  /** Announces that events were committed, to live streams and, if webhooks subscribed to them, to the dispatcher. */
  announce(hasRecipients: boolean): void;
  settings: Settings;
  /** What a request over HTTP has besides; undefined for commands and the demo. */
  http?: HttpRequest | undefined;
}

/** What the operator has set, as far as the domain depends on it. */
export interface Settings extends DomainSettings {
  /** Encrypts what the database must not hold in plain text. */
  secrets: SecretBox;
}

/** The request over HTTP that an operation belongs to. */
export interface HttpRequest {
  /** How much of its limits the request's subject has used, this request included. */
  usage: Usage;
  /** Where a request of the settings page comes from; undefined for those with an API key. */
  visit?: Visit | undefined;
  /** What subscriptions live on; undefined where nobody is signed in. */
  live?: Live | undefined;
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

/** Returns the request of an operation that only HTTP serves. */
export function httpOf({ http }: Context): HttpRequest {
  if (!http) throw new Error('this operation belongs to a request over HTTP');
  return http;
}

/** @throws AppError `insufficient_scope` for requests of anybody but the service's own page */
export function visitOf({ http }: Context): Visit {
  if (!http?.visit) throw fault('insufficient_scope', 'this is for the settings page, and takes no API key');
  return http.visit;
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
