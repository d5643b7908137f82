import type { Prisma } from '../../../generated/prisma/client.ts';
import { type Permission, SCOPES } from '../../core/caller/scopes.ts';
import { type Caller, insufficientScope } from '../../core/context.ts';
import { IMPORT_KINDS, scopeOfKind } from '../../core/caller/import-kinds.ts';
import { isManager } from '../../core/caller/roles.ts';
import { ALERT_TYPES, type AlertType, SUMMARY_ALERT, TEST_ALERT } from './types.ts';

/** Returns the scopes that the content of an alert needs, by its type. */
const ALERT_PERMISSIONS: Record<AlertType, (caller: Caller) => readonly Permission[]> = {
  'endpoint.failing': () => [/* guard: failing-alert-scope */ 'webhooks:read'],
  'endpoint.disabled': () => ['webhooks:read'],
  'endpoint.recovered': () => ['webhooks:read'],
  'message.exhausted': () => ['webhooks:read'],
  // It names a key: only people who manage keys read names, and keys that can do everything.
  'key.expiring': ({ role }) => (isManager(role, 'keys') ? [] : /* guard: key-alert-scopes */ SCOPES),
  'import.failed': () => IMPORT_KINDS.map((kind) => scopeOfKind(kind, 'read')),
  'receipt.disputed': () => [/* guard: disputed-alert-scope */ 'deliveries:read'],
  'receipt.to_check': () => [/* guard: to-check-alert-scope */ 'deliveries:read'],
  'lot.withdrawn_dispatched': () => ['deliveries:read'],
  'standing_order.failed': () => ['deliveries:read'],
};

function missingFor(caller: Caller, type: AlertType): Permission | undefined {
  return ALERT_PERMISSIONS[type](caller).find((scope) => !caller.scopes.has(scope));
}

/**
 * Requires the scopes that the content of these alerts needs, of a caller who sets where they are posted.
 *
 * @throws AppError `insufficient_scope`
 */
export function requireAlertScopes(caller: Caller, types: readonly AlertType[]): void {
  for (const type of types) {
    const missing = missingFor(caller, type);
    // guard: alert-scope
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
      // A quotation mark within the error of an import is escaped.
      ...kinds.map((kind) => ({
        type: 'import.failed',
        /* guard: import-alert-kind */ body: { contains: `"kind" : "${kind}"` },
      })),
    ],
  };
}
