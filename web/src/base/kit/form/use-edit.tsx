import { type ReactNode, useState } from 'react';
import { useClient } from 'urql';
import type { Failure } from '../../graphql/failure.ts';
import { changesOf, type Editing, namesIn, sendEdit, type Stored } from '../../graphql/send-edit.ts';
import { useSessionLost } from '../../session/session.tsx';
import { Button } from '../layout/button.tsx';
import { FocusedNotice } from '../feedback/focused-notice.tsx';
import type { Texts } from './form.tsx';
import { type Drafted, useDraft } from './use-draft.tsx';
import styles from './use-edit.module.css';

/**
 * The names of fields as their labels; a value is shown as it is, unless the label comes with a function for
 * it.
 */
export type Labels<Values> = {
  [Name in keyof Values]: string | [label: string, inWords: (value: Values[Name]) => string];
};

interface Edit<Values> {
  /** Saves what was entered, and resolves with whether it was saved. Nothing is sent if nothing changed. */
  save: (entered: Values) => Promise<boolean>;
  isRunning: boolean;
  failure: Failure | undefined;
  /** The label of the button that saves. */
  label: string;
  /** Keeps what is typed through reloads and the end of the session, as long as the record is the same. */
  draft: Drafted<Texts>;
  /**
   * Shows both values of fields that somebody else changed meanwhile, to be placed at the end of the form.
   */
  conflict: ReactNode;
}

type EditOf<Values, Variables extends object, Data, Asked extends object> = Editing<
  Values,
  Variables,
  Data,
  Asked
> & {
  /** The noun of the record that is edited, such as "branch". */
  noun: string;
  /** The record that the form shows first; later values of it are not used. */
  start: Stored<Values>;
  labels: Labels<Values>;
  label?: string;
  /** Called when the stored values are kept, to close the form or to begin it anew. */
  onKeep: () => void;
};

/**
 * Edits a record so that nobody's change is overwritten unseen: sends what was changed, for the version that
 * was seen.
 */
export function useEdit<Values extends object, Variables extends object, Data, Asked extends object>(
  edit: EditOf<Values, Variables, Data, Asked>,
): Edit<Values> {
  const { noun, labels, label = 'Save', onKeep } = edit;
  const client = useClient();
  const [start, setStart] = useState(edit.start);
  const [seen, setSeen] = useState(edit.start);
  const [mine, setMine] = useState<Partial<Values>>();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure, setFailure);
  const draft = useDraft<Texts>(`${noun}:${JSON.stringify([edit.asked, edit.start.version])}`);
  const save = async (entered: Values) => {
    setFailure(undefined);
    const changes = changesOf(start.values, entered);
    if (namesIn(changes).length === 0) {
      draft.forget();
      return true;
    }
    setRunning(true);
    const edited = await sendEdit(client, edit, changes, seen);
    setRunning(false);
    if (edited.outcome === 'saved') {
      draft.forget();
      // A form that stays open goes on from here. Its next change finds out the new version.
      setStart({ ...start, values: entered });
      setSeen({ ...seen, values: { ...seen.values, ...changes } });
      setMine(undefined);
      return true;
    }
    if (edited.outcome === 'failed') {
      setFailure(edited.failure);
      return false;
    }
    setSeen(edited.stored);
    setMine(changes);
    return false;
  };
  return {
    save,
    isRunning,
    failure,
    draft,
    label: mine ? 'Save my values' : label,
    conflict: mine && (
      <Conflict noun={noun} labels={labels} mine={mine} stored={seen.values} onKeep={onKeep} />
    ),
  };
}

interface ConflictProps<Values> {
  noun: string;
  labels: Labels<Values>;
  mine: Partial<Values>;
  stored: Values;
  onKeep: () => void;
}

/** Shows both values of fields that somebody else changed meanwhile, and lets theirs stay. */
export function Conflict<Values extends object>({
  noun,
  labels,
  mine,
  stored,
  onKeep,
}: ConflictProps<Values>) {
  return (
    <FocusedNotice
      tone="warn"
      of={stored}
      title={`Somebody changed this ${noun} while you were editing`}
      actions={
        <Button isSmall onClick={onKeep}>
          Keep saved values
        </Button>
      }
    >
      <ConflictTable labels={labels} mine={mine} stored={stored} />
    </FocusedNotice>
  );
}

/** Compares the values of a person with those that are stored. */
export function ConflictTable<Values extends object>({
  labels,
  mine,
  stored,
}: Pick<ConflictProps<Values>, 'labels' | 'mine' | 'stored'>) {
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Your value</th>
          <th scope="col">Saved value</th>
        </tr>
      </thead>
      <tbody>
        {namesIn(mine).map((name) => (
          <tr key={name}>
            <th scope="row">{typeof labels[name] === 'string' ? labels[name] : labels[name][0]}</th>
            <td>{shown(labels[name], mine[name] as Values[typeof name])}</td>
            <td>{shown(labels[name], stored[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown<Value>(label: string | [string, (value: Value) => string], value: Value): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof label !== 'string') return label[1](value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
