import { Button } from '../../base/kit/layout/button.tsx';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { KeyExpiry, PreviousValue } from './key-expiry.tsx';
import type { KeyRow } from './key-row.ts';
import { scopesInWords } from './scopes.ts';
import styles from './keys-table.module.css';

interface KeysTableProps {
  keys: readonly KeyRow[];
  /** All scopes. */
  scopes: readonly string[];
  onRotate: (apiKey: KeyRow) => void;
  onRevoke: (apiKey: KeyRow) => void;
}

/** Lists the keys that are not revoked, with their actions. */
export function KeysTable({ keys, scopes, onRotate, onRevoke }: KeysTableProps) {
  const columns: Column<KeyRow>[] = [
    {
      name: 'Key',
      cell: ({ name, prefix, lastFour, ...key }) => (
        <>
          <span className={styles.name}>{name}</span>
          <code className={styles.value}>
            {prefix}…{lastFour}
          </code>{' '}
          <PreviousValue {...key} />
        </>
      ),
    },
    { name: 'Permissions', cell: (key) => scopesInWords(key.scopes, scopes) },
    {
      name: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time value={lastUsedAt} />),
    },
    { name: 'Expires', cell: (key) => <KeyExpiry {...key} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (key) => (
        <RowActions>
          <Button isSmall aria-label={`Rotate ${key.name}`} onClick={() => onRotate(key)}>
            Rotate
          </Button>
          <Button isSmall kind="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        </RowActions>
      ),
    },
  ];
  return <Table caption="API keys" isStacked columns={columns} rows={keys} keyOf={({ id }) => id} />;
}
