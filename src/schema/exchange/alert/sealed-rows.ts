import { alertSecret } from '../../core/secret/secret-box.ts';
import type { SealedRows } from '../../core/secret/sealed-rows.ts';

/** The secrets that alerts are signed with. */
export const SEALED_ALERTS: readonly SealedRows[] = [
  {
    table: 'alert_settings',
    key: { account_id: 'bigint' },
    columns: ['secret'],
    ownerOf: ({ account_id }) => alertSecret(account_id!),
  },
];
