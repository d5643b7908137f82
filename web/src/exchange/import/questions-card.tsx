import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { readingOf, useMayReadAgain, useSendFile, withPairs } from './send-file.ts';
import type { Import } from './words.ts';

const ANSWERS: Record<string, Record<string, string>> = {
  decimal: { '.': 'A point stands before decimals', ',': 'A comma stands before decimals' },
  dates: { dmy: 'Day, month, year', mdy: 'Month, day, year', ymd: 'Year, month, day' },
  hours: { 12: 'A 12-hour clock: 9-5 ends in the afternoon', 24: 'A 24-hour clock: 9-5 ends in the morning' },
  lost_zeros: { keep: 'Yes, keep them apart', refuse: 'No, refuse these rows' },
};

/** Returns the letter of a column and its field, in an answer such as `[B]=reference`. */
function assignmentIn(choice: string): [letter: string, field: string] | undefined {
  const [, letter, field] = /^\[([A-Z]+)\]=(\w*)$/.exec(choice) ?? [];
  return letter === undefined ? undefined : [letter, field!];
}

function wordsOf(choice: string): string {
  const [letter, field] = assignmentIn(choice) ?? [];
  if (letter === undefined) return choice;
  if (field === '') return `Ignore column ${letter}`;
  return `Column ${letter} is ${field === 'reference' ? 'your own number' : 'the customer’s number'}`;
}

/** The field of a column that can serve a missing one too, and what the missing one is called. */
const SHARED = {
  SUPERMARKETS: ['reference', 'branch_reference', 'reference of the branch'],
  DELIVERIES: ['order_number', 'reference', 'reference'],
  STANDING_ORDERS: ['order_number', 'reference', 'reference'],
} as const;

/** Returns the column that can have two fields, and what assigns the second one. */
function sharedColumn({ kind, columns }: Import) {
  if (kind === 'PRODUCTS' || kind === 'PRICES') return undefined;
  const [own, missing, label] = SHARED[kind];
  const found = columns.find(({ field }) => field === own);
  if (!found || columns.some(({ field }) => field === missing)) return undefined;
  const pairs = [own, missing].map((field): [string, string] => [found.letter, field]);
  return { pairs, words: `Use ${found.column || `column ${found.letter}`} as the ${label}, too` };
}

/** Asks what a file leaves open. The answer reads it again. */
export function QuestionsCard({ file }: { file: Import }) {
  const { readAgain, isRunning, failure } = useSendFile();
  const mayAnswer = useMayReadAgain(file);
  if (file.status !== 'PREVIEWED') return null;
  const { map, options } = readingOf(file);
  const shared = sharedColumn(file);
  const answer = (option: string, choice: string) => {
    const assigned = assignmentIn(choice);
    if (option === 'map' && assigned) readAgain(file, { options, map: withPairs(map, [assigned]) });
    else readAgain(file, { map, options: { ...options, [option]: choice } });
  };
  return (
    <>
      {file.problems.map(({ code, message, option, choices }) => (
        <Notice
          key={code + message}
          tone="warn"
          title={message}
          actions={
            mayAnswer &&
            (option === null
              ? shared &&
                code === 'missing_column' && (
                  <Button
                    isBusy={isRunning}
                    onClick={() => readAgain(file, { options, map: withPairs(map, shared.pairs) })}
                  >
                    {shared.words}
                  </Button>
                )
              : choices.map((choice) => (
                  <Button key={choice} isBusy={isRunning} onClick={() => answer(option, choice)}>
                    {ANSWERS[option]?.[choice] ?? wordsOf(choice)}
                  </Button>
                )))
          }
        >
          {option === null && 'Assign the columns below, and update the preview.'}
        </Notice>
      ))}
      {file.notes.length > 0 && (
        <Notice tone="note">
          {file.notes.map((note) => (
            <p key={note}>{note}.</p>
          ))}
        </Notice>
      )}
      <FailedNotice failure={failure} />
    </>
  );
}
