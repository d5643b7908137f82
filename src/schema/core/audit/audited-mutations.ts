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
import { afterEnd } from '../write/after-transaction.ts';
import type { AuditAction } from './actions.ts';
import { actorOf } from './actor.ts';
import { leaveEntry } from './leave-entry.ts';
import { logEntry, type LoggedAction } from './log-entry.ts';
import { type AuditDetails, writeRefusal } from './write-entry.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { inOneTransaction } from '../write/in-one-transaction.ts';

/** The entries of a mutation in the audit log and the program's log. */
interface Audited<Arguments = object> {
  /** The action of the entry that the mutation leaves in its transaction. */
  done?: AuditAction;
  /**
   * The action of the entry that the verb leaves itself: because it compares a password or sends a mail
   * before or after its transaction, or because only it knows the account.
   */
  left?: AuditAction;
  /** The action when the mutation fails with an error of the caller's, if that matters. */
  failed?: LoggedAction;
  /**
   * Whether such a failure is also an entry of the caller's account; otherwise only the program's log has it.
   */
  isFailureKept?: true;
  /** Returns the details; `result` is undefined when the mutation failed, and `before` without a state. */
  details?(args: Arguments, result: unknown, before?: unknown): AuditDetails;
  /** Returns the state that the mutation changes. If it stays the same, no entry is written. */
  state?(args: Arguments, context: Context): Promise<unknown>;
  /** Returns whether the mutation did nothing, by its result. Then no entry is written. */
  didNothing?(result: unknown): boolean;
}

/** Returns the id of the record that a mutation made, as a detail. */
export function newId(name: string, result: unknown): AuditDetails {
  return { [name]: String((result as { id: bigint }).id) };
}

type Resolver = GraphQLFieldResolver<unknown, Context, object>;

/** Writes the mutations that have the option `audit` to the program's log and the audit log. */
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
  return async (...call) => {
    const [, args, context] = call;
    // The actor is read first, because a mutation that ends the session removes the caller.
    const before = { actor: actorOf(context), accountId: context.caller?.accountId };
    try {
      return await (audited.done === undefined ? resolve(...call) : leavingEntry(resolve, audited, call));
    } catch (error) {
      const { failed, isFailureKept, details } = audited;
      // A redirect to another cell is no refusal.
      const isRefusal = error instanceof AppError && error.faults[0]?.problem !== 'other_cell';
      if (failed !== undefined && isRefusal) {
        const { code } = error.faults[0] ?? {};
        logEntry(context.log(), failed, before, { code, ...details?.(args, undefined) });
        const { actor, accountId } = before;
        if (isFailureKept && accountId !== undefined) {
          const entry = { accountId, actor, action: failed as AuditAction };
          await afterEnd(context, (outside) => writeRefusal(outside, entry));
        }
      }
      throw error;
    }
  };
}

/** Runs the mutation, and leaves its entry in the same transaction if it changed something. */
function leavingEntry(
  resolve: Resolver,
  audited: Audited,
  [parent, args, context, info]: Parameters<Resolver>,
): Promise<unknown> {
  const actor = actorOf(context);
  const accountId = context.caller?.accountId;
  return inOneTransaction(context, async (inside) => {
    const outcome = await changing(audited, args, inside, () => resolve(parent, args, inside, info));
    if (accountId !== undefined && outcome.hasChanged) {
      const details = audited.details?.(args, outcome.result, outcome.before);
      await leaveEntry(inside, { action: audited.done!, details, accountId, actor });
    }
    return outcome.result;
  });
}

/** The result of a mutation, and whether it changed anything. */
interface MutationOutcome {
  result: unknown;
  hasChanged: boolean;
  /** The state that the mutation changes, as it was before; undefined without a state. */
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
      /** The entry of the mutation in the audit log. */
      audit?: Audited<InputShapeFromFields<Args>>;
    }
  }
}

/** The name under which the builder registers the plugin. */
export const AUDIT = 'audit';
SchemaBuilder.registerPlugin(AUDIT, AuditPlugin);
