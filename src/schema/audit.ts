import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Logger } from '../log.ts';
import { afterEnd } from './after-transaction.ts';
import type { AuditAction } from './audit/actions.ts';
import { actorOf } from './audit/actor.ts';
import { type AuditDetails, type NewEntry, writeAfterwards, writeAtEnd } from './audit/write-entry.ts';
import { TEMPORARY_REDIRECT } from './cell/require-own-cell.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { emailKey } from './rules.ts';

/** Writes an audit line to the log. */
export function audit(
  log: Logger,
  action: AuditAction | 'account.refused' | 'email.released',
  details: AuditDetails,
): void {
  log.info({ audit: action, ...details }, 'audit');
}

/** What the program's log and the audit log keep of a mutation. */
interface Audited<Arguments = object> {
  /** The action when the mutation succeeds. */
  done: AuditAction;
  /** The action when the mutation fails with an error of the caller's, if that matters. */
  failed?: AuditAction | 'account.refused';
  /** Returns the details; `result` is undefined when the mutation failed, and `before` without a state. */
  details?(args: Arguments, result: unknown, before?: unknown): AuditDetails;
  /** Returns what the mutation changes. If that is the same as before, nothing is kept. */
  state?(args: Arguments, context: Context): Promise<unknown>;
  /** Returns whether the mutation did nothing, by its result. Nothing is kept then. */
  didNothing?(result: unknown): boolean;
  /**
   * `inside`: the entry is written in the transaction of the change (default). `after` it: mutations that send a mail or compare
   * passwords would hold a connection meanwhile, and those that end or open sessions change the caller. `signing in`: the
   * same; a failure is no entry of the caller's account, which is another one or none. `apart`: the mutation writes its
   * entry itself, because it acts on an account that is not the caller's, or because only it knows what was before.
   */
  written?: 'inside' | 'after' | 'signing in' | 'apart';
}

/** Returns the id of the record that a mutation made, as a detail. */
export function newId(name: string, result: unknown): AuditDetails {
  return { [name]: String((result as { id: bigint }).id) };
}

/** Returns a hash of the e-mail address, since people sometimes type their password into that field. */
export function emailHash(email: string | undefined): AuditDetails {
  const hash = createHash('sha256')
    .update(emailKey(String(email)))
    .digest('hex');
  return { emailHash: hash.slice(0, 16) };
}

type Resolver = GraphQLFieldResolver<unknown, Context, object>;

/** Logs the mutations that have the option `audit`, however they are called, and keeps them in the audit log. */
class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { pothosOptions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { audit: audited } = pothosOptions as { audit?: Audited };
    return audited ? (withAudit(resolve, audited) as typeof resolve) : resolve;
  }
}

function withAudit(resolve: Resolver, audited: Audited): Resolver {
  const { done, failed, details } = audited;
  return async (parent, args, context, info) => {
    // The caller before the mutation matters when signing out, the caller after it when signing in.
    const before = lineOf(context);
    try {
      const {
        result,
        hasChanged,
        before: state,
      } = await runAudited(resolve, audited, [parent, args, context, info]);
      if (hasChanged)
        audit(context.log(), done, { ...lineOf(context), ...before, ...details?.(args, result, state) });
      return result;
    } catch (error) {
      // A redirect to another cell is no refusal.
      if (
        failed !== undefined &&
        error instanceof AppError &&
        error.extensions.http?.status !== TEMPORARY_REDIRECT
      ) {
        const code = error.faults[0]?.code;
        audit(context.log(), failed, { ...before, code, ...details?.(args, undefined) });
        const entry = audited.written === 'after' && entryOf(context, failed as AuditAction);
        if (entry) await afterEnd(context, (outside) => writeAfterwards(outside, entry));
      }
      throw error;
    }
  };
}

/** Runs the mutation, and writes its entry if it changed something. */
async function runAudited(
  resolve: Resolver,
  audited: Audited,
  [parent, args, context, info]: Parameters<Resolver>,
): Promise<MutationOutcome> {
  const { done, details, written = 'inside' } = audited;
  const run = (inside: Context) => changing(audited, args, inside, () => resolve(parent, args, inside, info));
  // Some mutations change the caller of the rest of the request.
  const before = entryOf(context, done);
  if (written === 'inside') {
    return inOneTransaction(context, async (inside) => {
      const outcome = await run(inside);
      if (before && outcome.hasChanged) {
        await writeAtEnd(inside, { ...before, details: details?.(args, outcome.result, outcome.before) });
      }
      return outcome;
    });
  }
  const outcome = await run(context);
  if (written === 'apart' || !outcome.hasChanged) return outcome;
  const entry =
    written === 'signing in'
      ? entryOf(context, done)
      : before && { ...before, details: details?.(args, outcome.result, outcome.before) };
  if (entry) await writeAfterwards(context, entry);
  return outcome;
}

/** The result of a mutation, and whether it changed anything. */
interface MutationOutcome {
  result: unknown;
  hasChanged: boolean;
  /** What the mutation changes, as it was; undefined without a state. */
  before: unknown;
}

/** Runs the mutation, and finds out whether it changed anything. */
async function changing(
  { state, didNothing }: Audited,
  args: object,
  context: Context,
  work: () => unknown,
): Promise<MutationOutcome> {
  // The mutation itself refuses an id that cannot exist.
  const before = await state?.(args, context).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  const result = await work();
  const isSame = state !== undefined && isDeepStrictEqual(before, await state(args, context));
  return { result, hasChanged: !isSame && !didNothing?.(result), before };
}

/** Returns the entry of an action of the caller; undefined without a caller. */
function entryOf(context: Context, action: AuditAction): NewEntry | undefined {
  const accountId = context.caller?.accountId;
  return accountId === undefined ? undefined : { accountId, action, actor: actorOf(context) };
}

/** Returns who acted, and from which address, as the program's log says it. */
function lineOf(context: Context): AuditDetails {
  const { keyId, sessionId, address } = actorOf(context);
  return {
    ...(context.caller && { account: String(context.caller.accountId) }),
    ...(keyId !== undefined && { byKey: String(keyId) }),
    ...(sessionId !== undefined && { bySession: String(sessionId) }),
    ...(address !== undefined && { address }),
  };
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      audit: AuditPlugin<Types>;
    }
    export interface MutationFieldOptions<
      Types extends SchemaTypes,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveReturnShape,
    > {
      /** Logs each call. */
      audit?: Audited<InputShapeFromFields<Args>>;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const AUDIT = 'audit';
SchemaBuilder.registerPlugin(AUDIT, AuditPlugin);
