import type { ReactNode } from 'react';
import type { ImportRowFragment } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Time } from '../../base/kit/words/time.tsx';
import { senderOf } from './imports-table.tsx';

/** Returns what an import did or would do, and who sent it, as names and values. */
export function factsOf(file: ImportRowFragment): [string, ReactNode][] {
  return [
    ['New', wholeNumber(file.created)],
    ['Changed', wholeNumber(file.updated)],
    ['Already up to date', wholeNumber(file.unchanged)],
    ...differing(file),
    ['Refused', wholeNumber(file.refused)],
    ['Rows in the file', wholeNumber(file.rows)],
    ['Sent by', senderOf(file)],
    ['Sent', <Time key="sent" value={file.createdAt} isExact />],
  ];
}

/** Returns the counts of records that exist with other content, as only deliveries can. */
function differing({ kind, differs, revised }: ImportRowFragment): [string, string][] {
  if (kind !== 'DELIVERIES') return [];
  return [
    ['Revised', wholeNumber(revised)],
    ['Different, left as they are', wholeNumber(differs)],
  ];
}
