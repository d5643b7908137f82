import type { GraphQLField } from 'graphql';
import { type Permission, type Scope, STOP_SCOPES } from '../caller/scopes.ts';
import type { Resource } from '../nouns.ts';
import { type Context, insufficientScope, roleNeeded, sessionNeeded, unauthorized } from '../context.ts';
import { type AppError, fault } from '../errors.ts';
import { EVENT_TYPES, readScopeOf } from '../event/events.ts';

const KEYS_ONLY = 'Only an API key can do this, for itself. People manage keys on the web page at /settings';

/** Returns the error for a caller who lacks a permission, named as in the builder's `AuthScopes`. */
export function denial({ caller }: Context, name: string, parameter: unknown): AppError {
  if (!caller) return unauthorized();
  if (name === 'session') return sessionNeeded();
  if (name === 'apiKey') return fault('key_required', KEYS_ONLY);
  if (['manager', 'reader', 'requestLog'].includes(name)) {
    return caller.sessionId === undefined ? sessionNeeded() : roleNeeded(caller);
  }
  if (name === 'account') return roleNeeded(caller);
  if (name === 'events') return insufficientScope(readScopeOf(EVENT_TYPES[0]), caller);
  if (name === 'stopReader') return insufficientScope('deliveries:read', caller);
  const scope = name === 'resource' ? (`${parameter as Resource}:read` as const) : (parameter as Permission);
  const isOfSessions = STOP_SCOPES.some((each) => each === scope);
  return isOfSessions && caller.sessionId === undefined ? sessionNeeded() : insufficientScope(scope, caller);
}

/** Returns whether a root field is for anyone, also without a key or session. */
export function isPublic(field: GraphQLField<unknown, unknown>): boolean {
  return authScopesOf(field).public === true;
}

/**
 * Returns the scope that a root field needs; null if any key is enough, undefined if it needs another
 * permission.
 */
export function scopeNeededBy(field: GraphQLField<unknown, unknown>): Scope | null | undefined {
  const { scope, apiKey } = authScopesOf(field);
  return scope ?? (apiKey ? null : undefined);
}

interface AuthScopes {
  public?: boolean;
  apiKey?: boolean;
  scope?: Scope;
}

function authScopesOf({ extensions }: GraphQLField<unknown, unknown>): AuthScopes {
  const options = extensions.pothosOptions as { authScopes?: AuthScopes } | undefined;
  return options?.authScopes ?? {};
}
