import { useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { Form, FormActions } from '../../base/kit/form/form.tsx';
import { readingOf, useMayReadAgain, useSendFile } from './send-file.ts';
import type { Import } from './words.ts';

const DELIMITERS = [
  [';', 'Semicolon'],
  [',', 'Comma'],
  ['tab', 'Tab'],
  ['|', 'Bar'],
] as const;
const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Western European (Windows)'],
  ['windows-1250', 'Central European (Windows)'],
  ['windows-1251', 'Cyrillic (Windows)'],
  ['windows-1254', 'Turkish (Windows)'],
  ['windows-1253', 'Greek (Windows)'],
  ['windows-1257', 'Baltic (Windows)'],
  ['iso-8859-2', 'Central European (ISO)'],
  ['macintosh', 'Western European (Mac)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['utf-16le', 'UTF-16'],
] as const;
const DECIMALS = [
  ['.', 'Point'],
  [',', 'Comma'],
] as const;
const DATES = [
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const;

const CLOCKS = [
  ['12', '12 hours: 9-5 ends in the afternoon'],
  ['24', '24 hours: 9-5 ends in the morning'],
] as const;

type Options = readonly (readonly [value: string, label: string])[];

/** Shows how a file was read, and reads it differently. */
export function ReadingCard({ file }: { file: Import }) {
  const [isOpen, setOpen] = useState(false);
  const canChange = useMayReadAgain(file);
  const { reading } = file;
  if (!reading) return null;
  return (
    <Card
      title="How the file was read"
      actions={canChange && !isOpen && <Button onClick={() => setOpen(true)}>Change</Button>}
    >
      {isOpen && canChange ? <ReadingForm file={file} /> : <Facts facts={factsOf(reading)} />}
    </Card>
  );
}

function factsOf(reading: NonNullable<Import['reading']>): [string, string][] {
  const { sheet, headerRow, delimiter, encoding, decimal, dates } = reading;
  const facts: [string, string | null][] = [
    ['Sheet', sheet],
    ['Names of the columns', headerRow === null ? null : `Row ${headerRow}`],
    ['Delimiter', labelIn(DELIMITERS, delimiter === '\t' ? 'tab' : delimiter)],
    ['Encoding', labelIn(ENCODINGS, encoding)],
    ['Sign before decimals', labelIn(DECIMALS, decimal)],
    ['Order of dates', labelIn(DATES, dates)],
  ];
  return facts.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]]));
}

function labelIn(options: Options, value: string | null): string | null {
  return options.find(([each]) => each === value)?.[1] ?? value;
}

function ReadingForm({ file }: { file: Import }) {
  const { options: sent } = readingOf(file);
  const { readAgain, isRunning, failure } = useSendFile();
  const { sheet, encoding, delimiter } = file.reading!;
  const send = (values: FormData) => {
    const given = [...values].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]));
    const { on_difference } = sent;
    const options: Record<string, string> = {
      ...Object.fromEntries(given),
      ...(on_difference && { on_difference }),
    };
    // With another sheet or header, the letters are those of other columns.
    readAgain(file, { options });
  };
  return (
    <Form failure={failure} onSubmit={send}>
      {sheet !== null && (
        <Options name="sheet" label="Sheet" sent={sent} options={file.sheets.map((name) => [name, name])} />
      )}
      <TextField
        name="header_row"
        label="Row with the names of the columns"
        type="number"
        min={1}
        isOptional
        defaultValue={sent.header_row}
      />
      {delimiter !== null && <Options name="delimiter" label="Delimiter" sent={sent} options={DELIMITERS} />}
      {encoding !== null && <Options name="encoding" label="Encoding" sent={sent} options={ENCODINGS} />}
      <Options name="decimal" label="Sign before decimals" sent={sent} options={DECIMALS} />
      <Options name="dates" label="Order of dates" sent={sent} options={DATES} />
      {file.kind === 'SUPERMARKETS' && (
        <Options name="hours" label="Clock of delivery windows" sent={sent} options={CLOCKS} />
      )}
      <FormActions>
        <Button type="submit" kind="primary" isBusy={isRunning}>
          Read again
        </Button>
      </FormActions>
    </Form>
  );
}

interface OptionsProps {
  name: string;
  label: string;
  sent: Record<string, string>;
  options: Options;
}

function Options({ name, label, sent, options }: OptionsProps) {
  return (
    <SelectField name={name} label={label} defaultValue={sent[name] ?? ''}>
      <option value="">Automatic</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
