import type { ReactNode } from 'react';
import { SelectField, TextField } from './field.tsx';
import { FieldRow } from './form.tsx';
import { wholeNumber } from './format.ts';
import { inSentenceCase } from './in-sentence-case.ts';
import { NumberField } from './number-field.tsx';
import { numberIn, textIn } from './text-in.ts';

/** What the service says about an optional field of a noun. */
export type FieldOfNoun =
  | { kind: 'text'; isIdentifier?: true }
  | { kind: 'number'; min?: number; max?: number }
  | { kind: 'choice'; choices: readonly string[]; absent: string };

/** What a page says about a field in other words than those of its name. */
export interface FieldWords {
  label?: string;
  hint?: string;
  /** The words for choices, where their names are not enough. */
  choices?: Readonly<Record<string, string>>;
  /** The name and the words among the details. */
  fact?: [name: string, inWords: (value: never) => string];
}

type Values = Readonly<Record<string, string | number | null>>;

/** The form of the optional fields of a noun, and all that follows from it. */
interface NounForm<Record extends object> {
  /** The inputs, with the values of a record. */
  Inputs: (props: { record: Record | undefined }) => ReactNode;
  /** Returns the values of the inputs. */
  valuesIn: (values: FormData) => Record;
  /** Returns the values of a record that the inputs edit. */
  valuesOf: (record: Record) => Record;
  labels: { [Name in keyof Record]: string | [string, (value: Record[Name]) => string] };
  /** Returns the fields that are set, as names and values. */
  factsOf: (record: Record) => [string, ReactNode][];
}

/**
 * Returns the form of the fields of a noun, as the service describes them: their order, kinds, limits and choices.
 *
 * @param words what the page says in other words than those of the fields' names
 */
export function nounForm<Record extends object>(
  fields: { readonly [Name in keyof Record]: FieldOfNoun },
  words: { readonly [Name in keyof Record]?: FieldWords },
): NounForm<Record> {
  const all = (Object.entries(fields) as [keyof Record & string, FieldOfNoun][]).map(([name, field]) => {
    const { label = inSentenceCase(name), hint, choices, fact } = words[name] ?? {};
    return {
      name,
      field,
      label,
      hint,
      fact,
      wordsOf: (value: string) => choices?.[value] ?? inSentenceCase(value),
    };
  });
  const from = (valueOf: (each: (typeof all)[number]) => unknown) =>
    Object.fromEntries(all.map((each) => [each.name, valueOf(each)]));
  return {
    Inputs: ({ record }) => (
      <FieldRow>
        {all.map(({ name, field, label, hint, wordsOf }) => {
          const value = (record as Values | undefined)?.[name];
          if (field.kind === 'choice') {
            return (
              <SelectField
                key={name}
                name={name}
                label={label}
                hint={hint}
                defaultValue={value ?? field.absent}
              >
                {field.choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {wordsOf(choice)}
                  </option>
                ))}
              </SelectField>
            );
          }
          const common = { name, label, hint, isOptional: true };
          if (field.kind === 'number') {
            const { min, max } = field;
            return (
              <NumberField
                key={name}
                {...common}
                min={min}
                max={max}
                defaultValue={value as number | null | undefined}
              />
            );
          }
          return <TextField key={name} {...common} defaultValue={value ?? ''} />;
        })}
      </FieldRow>
    ),
    valuesIn: (values) =>
      from(({ name, field }) => {
        if (field.kind === 'choice') return String(values.get(name));
        return field.kind === 'number' ? numberIn(values, name) : textIn(values, name);
      }) as Record,
    valuesOf: (record) => from(({ name }) => record[name]) as Record,
    labels: from(({ field, label, wordsOf }) =>
      field.kind === 'choice' ? [label, wordsOf] : label,
    ) as NounForm<Record>['labels'],
    factsOf: (record) =>
      all.flatMap(({ name, field, label, fact, wordsOf }): [string, ReactNode][] => {
        const value = (record as Values)[name] ?? null;
        if (value === null) return [];
        if (fact) return [[fact[0], fact[1](value as never)]];
        if (field.kind === 'choice') return [[label, wordsOf(String(value))]];
        return [[label, typeof value === 'number' ? wholeNumber(value) : value]];
      }),
  };
}
