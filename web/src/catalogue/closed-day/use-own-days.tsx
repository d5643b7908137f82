import { type ReactNode, useState } from 'react';
import { useClient } from 'urql';
import {
  ClosedDaysPageDocument,
  type ClosedDaysPageQuery,
  type ClosedDaysPageQueryVariables,
  SetClosedDaysDocument,
} from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { sendEdit, type Stored } from '../../base/graphql/send-edit.ts';
import { day } from '../../base/kit/words/format.ts';
import { Conflict, type Labels } from '../../base/kit/form/use-edit.tsx';
import { useSessionLost } from '../../base/session/session.tsx';

/** The entry of a list for a day; null without one. */
export type OwnDay = { reason?: string | null; open?: boolean } | null;

/** Days of a list by their date. */
type OwnDays = Readonly<Record<string, OwnDay>>;

interface Window {
  from: string;
  until: string;
}

/** How days of one list are set. */
export interface Setting {
  /** Sets the days of a window, that of one day by default, and resolves with whether they were set. */
  set: (days: OwnDays, window?: Window) => Promise<boolean>;
  isRunning: boolean;
  failure: Failure | undefined;
  /** Shows both values of days that somebody else set meanwhile. */
  conflict: ReactNode;
  label: string;
  reset: () => void;
}

/**
 * Sets days of the list of the account, or of a branch, so that nobody's days are overwritten unseen. What
 * others set on other days stays.
 *
 * @param data the list as the person saw it last
 */
export function useOwnDays(
  asked: ClosedDaysPageQueryVariables & { branchId: string | null },
  data: ClosedDaysPageQuery | undefined,
  onChanged: () => void,
): Setting {
  const { branchId } = asked;
  const client = useClient();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<{ mine: OwnDays; stored: Stored<OwnDays> }>();
  useSessionLost(failure, setFailure);
  const storedIn = ({ closedDays, account, branch }: ClosedDaysPageQuery): Stored<OwnDays> | null => {
    const list = branchId === null ? account : branch;
    const own = closedDays.filter((each) => isOwn(each, branchId));
    const values = Object.fromEntries(own.map(({ date, reason, open }) => [date, { reason, open }]));
    return list && { values, version: list.closedDaysVersion };
  };
  const editing = (window: Window) => ({
    mutation: SetClosedDaysDocument,
    variablesOf(given: Partial<OwnDays>, ifMatch: string) {
      const days = Object.entries(given).flatMap(([date, own]) => (own ? [{ date, ...own }] : []));
      return { branchId, ...window, days, ifMatch };
    },
    query: ClosedDaysPageDocument,
    asked,
    storedIn,
  });
  return {
    isRunning,
    failure,
    label: conflict ? 'Save my values' : 'Add',
    async set(days, window = { from: Object.keys(days)[0]!, until: Object.keys(days)[0]! }) {
      const seen = conflict?.stored ?? (data && storedIn(data));
      if (!seen) return false;
      setFailure(undefined);
      setRunning(true);
      const edited = await sendEdit(client, editing(window), days, seen);
      setRunning(false);
      setConflict(edited.outcome === 'conflict' ? { mine: days, stored: edited.stored } : undefined);
      if (edited.outcome === 'failed') setFailure(edited.failure);
      // An empty list tells the cache nothing about what it is of.
      if (edited.outcome === 'saved') onChanged();
      return edited.outcome === 'saved';
    },
    conflict: conflict && (
      <Conflict
        noun="list"
        labels={labelsOf(conflict.mine)}
        mine={conflict.mine}
        stored={conflict.stored.values}
        onKeep={() => {
          setConflict(undefined);
          onChanged();
        }}
      />
    ),
    reset() {
      setFailure(undefined);
      setConflict(undefined);
    },
  };
}

type ListedDay = ClosedDaysPageQuery['closedDays'][number];

/** Returns whether a day is in the list of the account, or of the branch, itself. */
export function isOwn(row: ListedDay, branchId: string | null): boolean {
  return isListed(row) && (row.branch?.id ?? null) === branchId;
}

/** Returns whether a day is in a list, and no public holiday or day of the week. */
export function isListed({ source }: Pick<ListedDay, 'source'>): boolean {
  return source === 'TYPED' || source === 'FILE';
}

function labelsOf(days: OwnDays): Labels<OwnDays> {
  return Object.fromEntries(
    Object.keys(days).map((date): [string, Labels<OwnDays>[string]] => [date, [day(date), inWords]]),
  );
}

function inWords(own: OwnDay): string {
  return [own?.open ? 'Open' : 'Closed', own?.reason].filter(Boolean).join(': ');
}
