import type { Prisma } from '../../../generated/prisma/client.ts';
import { type Permission, SCOPES } from '../../core/caller/scopes.ts';
import { type Caller, insufficientScope } from '../../core/context.ts';
import { IMPORT_KINDS, scopeOfKind } from '../../core/caller/import-kinds.ts';
import { isManager } from '../../core/caller/roles.ts';
import { ALERT_TYPES, type AlertType, SUMMARY_ALERT, TEST_ALERT } from './types.ts';

/** Returns the scopes that the content of an alert needs, by its type. */
const NEEDED: Record<AlertType, (caller: Caller) => readonly Permission[]> = {
  'endpoint.failing': () => ['webhooks:read'],
  'endpoint.disabled': () => ['webhooks:read'],
  'endpoint.recovered': () => ['webhooks:read'],
  'message.exhausted': () => ['webhooks:read'],
  // The alert names a key. Names are shown to people who manage keys, and to keys with all scopes.
  'key.expiring': ({ role }) => (isManager(role, 'keys') ? [] : SCOPES),
  'import.failed': () => IMPORT_KINDS.map((kind) => scopeOfKind(kind, 'read')),
  'receipt.disputed': () => ['deliveries:read'],
  'receipt.to_check': () => ['deliveries:read'],
  'lot.withdrawn_dispatched': () => ['deliveries:read'],
  'standing_order.failed': () => ['deliveries:read'],
};

function missingFor(caller: Caller, type: AlertType): Permission | undefined {
  return NEEDED[type](caller).find((scope) => !caller.scopes.has(scope));
}

/**
 * Requires the scopes that the content of these alerts needs, of a caller who sets where they are posted.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireAlertScopes(caller: Caller, types: readonly AlertType[]): void {
  for (const type of types) {
    const missing = missingFor(caller, type);
    if (missing) throw insufficientScope(missing, caller);
  }
}

/** Returns the condition for alerts that contain only what the caller may read. */
export function readableAlerts(caller: Caller): Prisma.AlertWhereInput {
  const types = ALERT_TYPES.filter((type) => missingFor(caller, type) === undefined);
  const kinds = IMPORT_KINDS.filter((kind) => caller.scopes.has(scopeOfKind(kind, 'read')));
  return {
    OR: [
      { type: { in: [...types, TEST_ALERT, SUMMARY_ALERT] } },
      // Quotation marks within the error of an import are escaped.
      ...kinds.map((kind) => ({ type: 'import.failed', body: { contains: `"kind" : "${kind}"` } })),
    ],
  };
}
