import { type Caller, insufficientScope } from '../../core/context.ts';
import type { Scope } from '../../core/caller/scopes.ts';

/**
 * Requires that a key whose value a person sees has no scope that their role lacks.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireNoMore(scopes: readonly Scope[], caller: Caller): void {
  const missing = scopes.find((scope) => !caller.scopes.has(scope));
  if (missing) throw insufficientScope(missing, caller);
}
