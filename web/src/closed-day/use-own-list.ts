import { useState } from 'react';
import { useClient } from 'urql';
import { ClosedDaysPageDocument, SetClosedDaysDocument } from '../generated/operations.ts';
import { type Failure, failureOf } from '../graphql/failure.ts';
import { useAction } from '../graphql/use-action.ts';

interface Day {
  date: string;
  reason?: string | null;
  open?: boolean;
}

/** The list of closed days of the account, or of a branch. */
export interface OwnList {
  /** Adds days, which replace earlier ones of the same date, and removes others. Resolves with whether it was saved. */
  change: (changes: { added?: readonly Day[]; removed?: readonly string[] }) => Promise<boolean>;
  isRunning: boolean;
  failure: Failure | undefined;
  reset: () => void;
}

/**
 * Changes single days of a list. The service replaces a whole window of it, so the list is read again first, and only the
 * days up to the last one that changes are sent.
 */
export function useOwnList(
  branchId: string | null,
  period: { from: string; to: string },
  onChanged: () => void,
): OwnList {
  const client = useClient();
  const set = useAction(SetClosedDaysDocument);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<Failure>();
  return {
    isRunning: isReading || set.isRunning,
    failure: problem ?? set.failure,
    reset() {
      setProblem(undefined);
      set.reset();
    },
    async change({ added = [], removed = [] }) {
      setProblem(undefined);
      setReading(true);
      const { data, error } = await client
        .query(ClosedDaysPageDocument, { ...period, branchId }, { requestPolicy: 'network-only' })
        .toPromise();
      setReading(false);
      if (error) {
        setProblem(failureOf(error));
        return false;
      }
      const until = [...added.map(({ date }) => date), ...removed].reduce((one, other) =>
        one > other ? one : other,
      );
      const changed = new Set([...removed, ...added.map(({ date }) => date)]);
      const kept = data!.closedDays.filter(
        ({ date, source, branch }) =>
          source !== 'HOLIDAY' && (branch?.id ?? null) === branchId && date <= until && !changed.has(date),
      );
      const days = [...kept, ...added].map(({ date, reason = null, open = false }) => ({
        date,
        reason,
        open,
      }));
      if (!(await set.run({ branchId, days, until }))) return false;
      // An empty list tells the cache nothing about what it is of.
      onChanged();
      return true;
    },
  };
}
