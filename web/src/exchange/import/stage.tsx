import { CancelImportDocument, ImportPageDocument, StartImportDocument } from '../../generated/operations.ts';
import { AskButton } from '../../base/kit/feedback/ask-button.tsx';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { FormActions } from '../../base/kit/form/form.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Progress } from '../../base/kit/layout/meter.tsx';
import { changedIn, effectOf, type Import, listOf, NOUNS, recordsOf, resultOf, slugOf } from './words.ts';

const LOOK_EVERY_MS = 2_000;

/** Shows how far an import is, and what to do next. */
export function Stage({ file }: { file: Import }) {
  const { status, kind, refused, error } = file;
  const another = <ButtonLink href={`/imports?kind=${slugOf(kind)}`}>Choose a file</ButtonLink>;
  if (status === 'RUNNING') return <Running file={file} />;
  if (status === 'SUCCEEDED')
    return (
      <Notice
        tone="good"
        title={resultOf(file)}
        actions={<ButtonLink href={listOf(kind)}>Show {recordsOf(kind)}</ButtonLink>}
      />
    );
  if (status === 'FAILED')
    return (
      <Notice tone="bad" title="Nothing was imported" actions={another}>
        {error}
      </Notice>
    );
  if (status === 'CANCELLED')
    return <Notice tone="note" title="Cancelled. Nothing was imported" actions={another} />;
  // The questions are below.
  if (file.problems.length > 0) return null;
  if (refused > 0)
    return (
      <Notice
        tone="warn"
        title={`${plural(refused, NOUNS[kind])} cannot be imported, so nothing will be`}
        actions={another}
      >
        Correct the rows below in your file, or assign the columns differently. Then preview it again.
      </Notice>
    );
  return <Ready file={file} />;
}

function Ready({ file }: { file: Import }) {
  const { id, kind, created, differs, total, ignored } = file;
  const changed = changedIn(file);
  const start = useAction(StartImportDocument);
  if (created + changed === 0 && ignored.length > 0)
    return (
      <Notice tone="warn" title="Nothing to import from the assigned columns">
        {`These columns with values are ignored: ${ignored.join(', ')}. Assign them below if they belong to a field.`}
      </Notice>
    );
  if (created + changed === 0)
    return (
      <Notice
        tone="note"
        title="Nothing to import"
        actions={<ButtonLink href={listOf(kind)}>Show {recordsOf(kind)}</ButtonLink>}
      >
        {total === 0
          ? 'The file has no rows.'
          : differs > 0
            ? `${plural(differs, NOUNS[kind])} exist with other content, and stay as they are.`
            : 'Your account already has all of it.'}
      </Notice>
    );
  return (
    <Card title="Ready to import" about="All of it, or nothing: if a row is refused, no record is written.">
      <FormActions>
        <Button kind="primary" isBusy={start.isRunning} onClick={() => void start.run({ id })}>
          {effectOf(file)}
        </Button>
        <CancelButton id={id} label="Discard import" />
      </FormActions>
      <FailedNotice failure={start.failure} />
    </Card>
  );
}

function Running({ file: { id, kind, done, total } }: { file: Import }) {
  useData(ImportPageDocument, { id }, { everyMs: LOOK_EVERY_MS });
  return (
    <Card
      title={done === 0 ? `Checking all ${recordsOf(kind)}…` : `Writing ${recordsOf(kind)}…`}
      about="You can leave this page: the import goes on. If another import of your account is running, it begins after that."
    >
      <Progress label="Progress" value={done} max={total} />
      <FormActions>
        <CancelButton id={id} label="Cancel import" />
      </FormActions>
    </Card>
  );
}

/** Ends an import, of which nothing is written then. */
function CancelButton({ id, label }: { id: string; label: string }) {
  const { run, isRunning, failure } = useAction(CancelImportDocument);
  return (
    <AskButton
      name={label}
      title={`${label}?`}
      label={label}
      dismissal="Keep import"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onConfirm={async () => (await run({ id })) !== undefined}
    >
      <p>Nothing of the file is imported.</p>
    </AskButton>
  );
}
