import { CancelImportDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { fileOf, useSendFile } from './send-file.ts';
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

/** Asks what a file leaves open. The answer sends it again. */
export function QuestionsCard({ file }: { file: Import }) {
  const { sendAgain, isRunning, failure } = useSendFile();
  const discard = useAction(CancelImportDocument);
  const sent = fileOf(file.id);
  if (file.status !== 'PREVIEWED') return null;
  const answer = (option: string, choice: string) => {
    if (!sent) return;
    const assigned = assignmentIn(choice);
    const answered =
      option === 'map' && assigned
        ? { ...sent, map: [...sent.map, assigned] }
        : { ...sent, options: { ...sent.options, [option]: choice } };
    sendAgain(answered, () => discard.run({ id: file.id }));
  };
  return (
    <>
      {file.problems.map(({ code, message, option, choices }) => (
        <Notice
          key={code + message}
          tone="warn"
          title={message}
          actions={
            sent &&
            option !== null &&
            choices.map((choice) => (
              <Button key={choice} isBusy={isRunning} onClick={() => answer(option, choice)}>
                {ANSWERS[option]?.[choice] ?? wordsOf(choice)}
              </Button>
            ))
          }
        >
          {option === null
            ? 'Assign the columns below, and update the preview.'
            : !sent && 'Choose the file again to answer.'}
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
