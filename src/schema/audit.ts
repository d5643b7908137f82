import { createHash } from 'node:crypto';
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
import type { Context } from './context.ts';
import { TEMPORARY_REDIRECT } from './cell/require-own-cell.ts';
import { AppError } from './errors.ts';

/** The details of an audit line; never a secret, nor an e-mail address in plain text. */
export type AuditDetails = Record<string, string | number | string[] | null | undefined>;

/** Writes an audit line to the log. */
export function audit(log: Logger, action: string, details: AuditDetails): void {
  log.info({ audit: action, ...details }, 'audit');
}

/** What the log keeps of a mutation. */
interface Audited<Arguments = object> {
  /** The action logged when the mutation succeeds. */
  done: string;
  /** The action logged when the mutation fails with an error of the caller's, if that matters. */
  failed?: string;
  /** Returns the details of the line; `result` is undefined when the mutation failed. */
  details?(args: Arguments, result: unknown): AuditDetails;
}

/** Returns the id of the record that a mutation made, as a detail. */
export function newId(name: string, result: unknown): AuditDetails {
  return { [name]: String((result as { id: bigint }).id) };
}

/** Returns a hash of the e-mail address, since people sometimes type their password into that field. */
export function emailHash(email: string | undefined): AuditDetails {
  const hash = createHash('sha256').update(String(email).trim().toLowerCase()).digest('hex');
  return { emailHash: hash.slice(0, 16) };
}

type Resolver = GraphQLFieldResolver<unknown, Context, object>;

/** Logs the mutations that have the option `audit`, however they are called. */
class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { pothosOptions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { audit: audited } = pothosOptions as { audit?: Audited };
    return audited ? (withAudit(resolve, audited) as typeof resolve) : resolve;
  }
}

function withAudit(resolve: Resolver, { done, failed, details }: Audited): Resolver {
  return async (parent, args, context, info) => {
    // The caller before the mutation matters when signing out, the caller after it when signing in.
    const before = actorOf(context);
    try {
      const result: unknown = await resolve(parent, args, context, info);
      audit(context.log(), done, { ...actorOf(context), ...before, ...details?.(args, result) });
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
      }
      throw error;
    }
  };
}

/** Returns who acted, and from which address. */
function actorOf({ caller, http }: Context): AuditDetails {
  return {
    ...(caller && { account: String(caller.accountId) }),
    ...(caller?.keyId !== undefined && { byKey: String(caller.keyId) }),
    ...(caller?.sessionId !== undefined && { bySession: String(caller.sessionId) }),
    ...(http?.visit && { address: http.visit.address }),
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
