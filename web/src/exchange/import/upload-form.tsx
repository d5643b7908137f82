import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ImportKind } from '../../generated/operations.ts';
import { MAX_FILE_BYTES, MAX_SHEET_ROWS } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Choice } from '../../base/kit/form/choice.tsx';
import { Field } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { useMay } from '../../base/session/may.tsx';
import { useSendFile } from './send-file.ts';
import styles from './upload-form.module.css';
import { KINDS, PERMISSION_FOR, slugOf } from './words.ts';

/** Chooses a file and what it has rows of, and opens its preview. */
export function UploadForm() {
  const [search] = useSearchParams();
  const may = useMay();
  const kinds = KINDS.filter(([kind]) => may(PERMISSION_FOR[kind]));
  const asked = kinds.find(([kind]) => slugOf(kind) === search.get('kind'));
  const [kind, setKind] = useState<ImportKind>((asked ?? kinds[0] ?? KINDS[0])[0]);
  const { sendNew, isRunning, failure } = useSendFile();
  return (
    <Form failure={failure} onSubmit={(values) => sendNew(kind, values.get('file') as File)}>
      <Choice name="kind" label="What to import" value={kind} options={kinds} onChange={setKind} />
      <FileField />
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Preview
        </Button>
      </FormActions>
    </Form>
  );
}

/**
 * A file can also be dropped anywhere on the page: beside the input, the browser would leave the page to show
 * it.
 */
function FileField() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      over(event);
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      const files = event.dataTransfer?.files;
      if (!input || !files?.length) return;
      input.files = files;
      input.focus();
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', over);
      removeEventListener('drop', drop);
    };
  }, []);
  const megabytes = MAX_FILE_BYTES / 1_024 ** 2;
  return (
    <Field
      name="file"
      label="File"
      hint={`CSV or a spreadsheet, at most ${megabytes} MB and ${wholeNumber(MAX_SHEET_ROWS)} rows, with the names of the columns above the list. You can also drop the file on this page.`}
    >
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.fods,.xml,.html,.htm"
          className={styles.file}
          data-over={isOver || undefined}
        />
      )}
    </Field>
  );
}
