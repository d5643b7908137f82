import { createHash } from 'node:crypto';
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
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

interface Audited {
  /** The action logged when the mutation succeeds. */
  done: string;
  /** The action logged when the mutation fails with an error of the caller's, if that matters. */
  failed?: string;
  details?(args: Arguments, result: unknown): AuditDetails;
}

/** The arguments of the mutations below. */
interface Arguments {
  id?: string;
  webhook?: string;
  message?: string;
  email?: string;
  graceSeconds?: number;
  input?: { scopes?: string[]; email?: string };
}

const ofWebhook = ({ id, webhook }: Arguments) => ({ webhook: id ?? webhook });
const ofNew = (name: string) => (_args: Arguments, result: unknown) => ({
  [name]: String((result as { id: bigint }).id),
});

/** The audited mutations, by field name. */
export const AUDITED: Record<string, Audited> = {
  signIn: { done: 'session.opened', failed: 'session.refused', details: ({ email }) => emailHash(email) },
  signUp: {
    done: 'account.opened',
    failed: 'account.refused',
    details: ({ input }) => emailHash(input?.email),
  },
  signOut: { done: 'session.ended' },
  signOutEverywhere: { done: 'session.all_ended' },
  endSession: { done: 'session.ended', details: ({ id }) => ({ ended: id }) },
  changePassword: { done: 'password.changed', failed: 'password.refused' },
  changeEmail: { done: 'email.changed', failed: 'email.refused' },
  createApiKey: {
    done: 'key.created',
    details: ({ input }, result) => ({ ...ofNew('key')({}, result), scopes: input?.scopes }),
  },
  rotateApiKey: { done: 'key.rotated', details: ({ id, graceSeconds }) => ({ key: id, graceSeconds }) },
  revokeApiKey: { done: 'key.revoked', details: ({ id }) => ({ key: id }) },
  createWebhook: { done: 'webhook.created', details: ofNew('webhook') },
  updateWebhook: {
    done: 'webhook.updated',
    details: (args) => ({ ...ofWebhook(args), changed: Object.keys(args.input ?? {}) }),
  },
  deleteWebhook: { done: 'webhook.deleted', details: ofWebhook },
  enableWebhook: { done: 'webhook.enabled', details: ofWebhook },
  rotateWebhookSecret: { done: 'webhook.secret_rotated', details: ofWebhook },
  sendWebhookTest: { done: 'webhook.tested', details: ofWebhook },
  resendWebhookMessage: {
    done: 'webhook.message_resent',
    details: (args) => ({ ...ofWebhook(args), message: args.message }),
  },
  recoverWebhookMessages: { done: 'webhook.recovered', details: ofWebhook },
};

/** Returns a hash of the e-mail address, since people sometimes type their password into that field. */
export function emailHash(email: string | undefined): AuditDetails {
  const hash = createHash('sha256').update(String(email).trim().toLowerCase()).digest('hex');
  return { emailHash: hash.slice(0, 16) };
}

type Resolver = GraphQLFieldResolver<unknown, Context, object>;

/** Logs the mutations in `AUDITED`, however they are called. */
class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType, name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const audited = parentType === 'Mutation' ? AUDITED[name] : undefined;
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
  }
}

/** The name under which the builder registers the plugin. */
export const AUDIT = 'audit';
SchemaBuilder.registerPlugin(AUDIT, AuditPlugin);
