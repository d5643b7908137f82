import { secondFactorSecret } from '../../core/secret/secret-box.ts';
import type { SealedRows } from '../../core/secret/sealed-rows.ts';

/** The secrets of second factors. */
export const SEALED_FACTORS: readonly SealedRows[] = [
  {
    table: 'second_factors',
    key: { account_id: 'bigint', person_id: 'bigint' },
    columns: ['secret'],
    ownerOf: ({ account_id, person_id }) => secondFactorSecret(account_id!, person_id!),
  },
];
