import { type ReactNode, useState } from 'react';
import { Button } from '../kit/layout/button.tsx';
import { wholeNumber } from '../kit/words/format.ts';
import { pluralOf } from '../kit/words/plural.ts';
import styles from './use-older.module.css';

interface History<Entry> {
  /** The id of the record whose history it is, or the filter of a list. */
  of: string;
  /** The newest entries, newest first. */
  newest: readonly Entry[];
  /** How many entries there are. */
  total: number;
  /** The name of an entry, in the singular. */
  noun: string;
  nameOf: (entry: Entry) => string;
  /** Reads the entries after the newest `skip`; undefined if that failed. */
  read: (skip: number) => Promise<readonly Entry[] | undefined>;
}

/**
 * Adds older entries to the newest ones of a history, when somebody asks for them. The notice says how many
 * are shown; it is undefined when all are. A new entry at the top begins anew.
 */
export function useOlder<Entry>({ of, newest, total, noun, nameOf, read }: History<Entry>): {
  entries: readonly Entry[];
  notice: ReactNode;
} {
  const top = `${of} ${newest[0] && nameOf(newest[0])}`;
  const [older, setOlder] = useState<{ top: string; entries: readonly Entry[] }>();
  const [isReading, setReading] = useState(false);
  const added = older && older.top === top ? older.entries : [];
  // Entries move down when a new one is written between two requests.
  const entries = [...new Map([...newest, ...added].map((entry) => [nameOf(entry), entry])).values()];
  const readOn = async () => {
    setReading(true);
    const found = await read(newest.length + added.length);
    setReading(false);
    if (found) setOlder({ top, entries: [...added, ...found] });
  };
  const isCut = newest.length + added.length < total;
  return {
    entries,
    notice: isCut && (
      <p className={styles.notice}>
        <span>
          Newest {wholeNumber(entries.length)} of {wholeNumber(total)} {pluralOf(noun)}
        </span>
        <Button isSmall isBusy={isReading} onClick={() => void readOn()}>
          Show older
        </Button>
      </p>
    ),
  };
}
