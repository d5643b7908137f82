import type { DomainSettings } from '../../config.ts';
import type { Db } from '../../database/connect.ts';
import type { Logger } from '../../log.ts';
import type { Usage } from '../../limits/verdict.ts';
import type { Plan } from './caller/plans.ts';
import type { Permission } from './caller/scopes.ts';
import type { Actor } from './caller/actors.ts';
import { fault } from './errors.ts';
import type { Role } from './caller/roles.ts';
import { recordIdOf } from './noun/record-id.ts';
import type { SecretBox } from './secret/secret-box.ts';
import type { Visit } from './caller/visit.ts';

/** The authenticated caller, who acts for one account. */
export interface Caller {
  accountId: bigint;
  plan: Plan;
  /** The time zone that decides which day it is for the account (default: UTC). */
  timeZone?: string;
  /** The id of the API key; undefined for a session. */
  keyId?: bigint;
  /** The hash of the value of the key that was sent, which may be an old one in its grace period. */
  keyHash?: Buffer;
  /** The id of the session of the web page; undefined for a key. */
  sessionId?: bigint;
  /** The person who signed in, and their role; undefined for a key. */
  personId?: bigint;
  role?: Role;
  /** The branch that acts by a link, and from which address; undefined for anybody else. */
  link?: { branchId: bigint; address: string };
  scopes: ReadonlySet<Permission>;
}

/** The context of every operation. */
export interface Context {
  caller: Caller | null;
  /** The actor where that is not the caller: a job works for whoever started it. */
  by?: Actor | undefined;
  /** The database: the pool, or the transaction of the request. */
  db: Db;
  /**
   * Returns the log of the request; a function, because creating it takes longer than other parts of a read.
   */
  log(): Logger;
  /**
   * Announces committed events to live streams and, if webhooks are subscribed to them, to the dispatcher.
   */
  announce(hasRecipients: boolean): void;
  settings: Settings;
  /** The context that this one was copied from, for a transaction. */
  outer?: Context | undefined;
  /** The work that waits for the end of the open transaction; undefined without one. */
  after?: AfterTransaction | undefined;
  /** The HTTP request; undefined for commands and the demo. */
  http?: HttpRequest | undefined;
}

/** The work that waits for the end of a transaction. */
export interface AfterTransaction {
  /** Statements before the commit, which run in the order of `place`. */
  last: { place: string; work: (db: Db) => Promise<void> }[];
  committed: (() => void)[];
  ended: ((outside: Context) => Promise<void>)[];
}

/** The operator's settings that the domain depends on. Rooms extend it with their own. */
export interface Settings extends DomainSettings {
  /** Encrypts values that the database must not store in plain text. */
  secrets: SecretBox;
  /** Returns the address of the service, for links; undefined for commands. */
  publicUrl?: (() => string) | undefined;
  /** The mailer that all mails leave by; undefined without a mail server. */
  mailer?: Mailer | undefined;
}

/** A mail of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The page on which one can stop such mail, if there is one. */
  unsubscribe?: string;
}

/**
 * The share that a mail counts towards: that of an account, or a larger one for its notices of withdrawals,
 * so that a recall reaches every supermarket. Mails that strangers request are limited only by their address.
 */
export type MailSender = { accountId: bigint; noticesOf?: Plan } | 'stranger';

/** A mail that was counted, and may be sent once. */
interface AdmittedMail {
  /** Sends the mail. @throws Error if the mail server refuses it; then the mail does not count */
  send(mail: Omit<Mail, 'to'>): Promise<void>;
}

/** The only way for mails out of the service. */
export interface Mailer {
  /**
   * Counts a mail to an address before it is written.
   *
   * @throws AppError `rate_limited` with `retryAfter` when the address, or the sender's share, has had as
   * many as it may
   */
  admit(to: string, sender: MailSender): Promise<AdmittedMail>;
}

/** The HTTP request that an operation belongs to. */
export interface HttpRequest {
  /** Returns the address that the client is counted by. */
  address?(): string;
  /** The rate-limit usage of the caller, including this request. */
  usage: Usage;
  /**
   * Counts more requests for the caller, because this one does the work of several. Undefined where requests
   * do not count.
   *
   * @throws AppError `rate_limited`
   */
  charge?(requests: number): Promise<void>;
  /** Leaves the request out of the request log, because it reads that log. */
  leaveOutOfLog?(): void;
  /** The browser of a request of the web page; undefined for requests with an API key. */
  visit?: Visit | undefined;
  /** The part of the request that subscriptions need; undefined without a caller. */
  live?: Live | undefined;
}

/** The part of a request that subscriptions need. Each noun with live streams adds its own. */
export interface Live {
  /** The id of the last event that a reconnecting client reports. */
  lastEventId: string | undefined;
  /**
   * Authenticates the caller again, to end a stream once the key is no longer valid.
   *
   * @throws as authentication does
   */
  reauthenticate(): Promise<Caller>;
}

/**
 * Returns the account that every query is scoped by.
 *
 * @throws AppError `unauthorized` without a caller
 */
export function accountOf(context: Pick<Context, 'caller'>): bigint {
  return callerOf(context).accountId;
}

/**
 * Returns the caller.
 *
 * @throws AppError `unauthorized` without a caller
 */
export function callerOf({ caller }: Pick<Context, 'caller'>): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

/** Returns the error for a request without a caller. */
export function unauthorized() {
  return fault('no_credentials', 'Sign in, or send an API key');
}

/**
 * Returns the HTTP request of an operation that only HTTP serves.
 *
 * @throws Error without one
 */
export function httpOf({ http }: Context): HttpRequest {
  if (!http) throw new Error('this operation requires an HTTP request');
  return http;
}

/**
 * Returns the browser of a request of the web page.
 *
 * @throws AppError `insufficient_scope` for all other requests
 */
export function visitOf({ http }: Context): Visit {
  if (!http?.visit) throw sessionNeeded();
  return http.visit;
}

/** Returns the error for a request with an API key that only a user may send. */
export function sessionNeeded() {
  return fault('session_required', 'API keys cannot do this. Sign in to the web page at /settings');
}

/** Returns the condition for one of the caller's own records, by id. */
export function byId(context: Context, id: bigint | string) {
  const record = typeof id === 'string' ? recordIdOf(id) : id;
  return { where: { accountId_id: { accountId: accountOf(context), id: record } } };
}

/**
 * Requires `scope` of the caller.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireScope(context: Pick<Context, 'caller'>, scope: Permission): void {
  const caller = callerOf(context);
  if (!caller.scopes.has(scope)) throw insufficientScope(scope, caller);
}

/** Returns the error for a scope that the key, or the person's role, lacks. */
export function insufficientScope(scope: Permission, caller?: Pick<Caller, 'role'> | null) {
  if (caller?.role === undefined) {
    return fault('missing_scope', `This API key lacks the scope ${scope}`, null, { scope });
  }
  return fault('missing_scope', `Your role, ${caller.role}, lacks the scope ${scope}`, null, { scope });
}

/** Returns the error for what only some roles may do. */
export function roleNeeded({ role }: Pick<Caller, 'role'>) {
  return fault('role_forbidden', `Your role, ${role}, cannot do this. Ask an owner of the account`, null, {
    role: role!,
  });
}
