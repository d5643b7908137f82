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
import { actorOf } from './by-whom.ts';
import { inAuditedTransaction } from './in-audited-transaction.ts';
import { logEntry, type LoggedAction } from './log-entry.ts';
import { type AuditDetails, writeRefusal } from './write-entry.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';

/** The entries of a mutation in the audit log and the program's log. */
interface Audited<Arguments = object> {
  /** The action of the entry that the mutation leaves in its transaction. */
  done?: AuditAction;
  /**
   * The action of the entry that the verb's own transaction has as its option: because the verb compares a
   * password or sends a mail outside of it, only it knows the details, or commands use it too.
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
  { done, details, state, didNothing }: Audited,
  [parent, args, context, info]: Parameters<Resolver>,
): Promise<unknown> {
  const actor = actorOf(context);
  const accountId = context.caller?.accountId;
  return inAuditedTransaction(
    context,
    async (inside) => resolve(parent, args, inside, info),
    (result, before) =>
      accountId === undefined || didNothing?.(result)
        ? undefined
        : { action: done!, details: details?.(args, result, before), accountId, actor },
    state && ((inside) => unlessRefused(state(args, inside))),
  );
}

/** Returns the state, or undefined for an id that cannot exist, which the mutation itself refuses. */
async function unlessRefused(state: Promise<unknown>): Promise<unknown> {
  try {
    return await state;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
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
