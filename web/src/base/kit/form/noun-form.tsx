import { type ComponentProps, type ReactNode, useState } from 'react';
import { FIRST_DATE, LAST_DATE } from '../../../generated/rules.ts';
import { useSession } from '../../session/session.tsx';
import { Checkbox, SelectField, TextArea, TextField } from './field.tsx';
import { dayIn } from '../words/days.ts';
import { type FieldWords, wordsOf } from './field-words.ts';
import { FieldRow } from './form.tsx';
import { day, figure, money } from '../words/format.ts';
import { inSentenceCase } from '../words/in-sentence-case.ts';
import { NumberField } from './number-field.tsx';
import { type Entries, numberIn, textIn } from './text-in.ts';
import type { Labels } from './use-edit.tsx';
import { WindowField, windowIn } from './window-field.tsx';

/** The service's description of a field of a noun. */
interface FieldOfNoun {
  kind: string;
  isOptional?: true;
  hint?: string;
  /** The value of a new record. */
  absent?: string;
  /** The value of an empty text, if it is not null. */
  empty?: '';
  maxLength?: number;
  min?: number;
  max?: number;
  decimals?: number;
  choices?: readonly string[];
  members?: Readonly<Record<string, FieldOfNoun>>;
}

/** How an input differs from what the service says of its field. */
type InputProps = Partial<
  Omit<ComponentProps<typeof TextField>, 'name' | 'type' | 'min' | 'max' | 'defaultValue'>
> & { min?: number | string; max?: number | string };

/** The properties that the own input of a field is given. */
export type OwnInputProps = Pick<InputProps, 'hint' | 'isOptional' | 'required'> & {
  name: string;
  label: string;
  defaultValue: string;
};

interface Words extends FieldWords {
  /** The properties that the input of the field has in addition. */
  input?: InputProps;
  /** The input of the field instead of that of its kind. */
  Input?: (props: OwnInputProps) => ReactNode;
  /** A value in words. */
  inWords?: (value: never) => string;
  /** The name and the value among the details; null for none. */
  fact?: [name: string, show: (value: never) => ReactNode] | null;
  members?: Readonly<Record<string, Words>>;
}

interface Described extends Words {
  name: string;
  label: string;
  field: FieldOfNoun;
}

/** The types of inputs for texts. */
const TYPES: Readonly<Record<string, string>> = { email: 'email', url: 'url', tel: 'tel', time: 'time' };

/** The length of the longest short text. Longer texts come after all other fields. */
const SHORT_LENGTH = 200;

interface FieldProps<Record> extends InputProps {
  name: keyof Record & string;
  record?: Partial<Record> | undefined;
  /** The prefix of the name, as in `branches[0].name`. */
  prefix?: string;
}

/** The form of the fields of a noun, and all that follows from them. */
interface NounForm<Record extends object> {
  /** The inputs of all fields, with the values of a record; with defaults for a new one. */
  Inputs: (props: { record?: Partial<Record> | undefined; prefix?: string }) => ReactNode;
  /** The input of one field. */
  Input: (props: FieldProps<Record>) => ReactNode;
  /** Returns the values of the inputs with the prefix. */
  valuesIn: (values: Entries, prefix?: string) => Record;
  /** Returns the values of a record that the inputs edit. */
  valuesOf: (record: Record) => Record;
  labels: Labels<Record>;
  /** Returns the fields that are set, as names and values. */
  factsOf: (record: Record, currency?: string) => [string, ReactNode][];
}

/**
 * Returns the form of the fields of a noun, as the service describes them: their order, kinds, limits and
 * choices.
 *
 * @param words what the page says in other words than those of the fields' names
 */
export function nounForm<Record extends object>(
  fields: { readonly [Name in keyof Record]: FieldOfNoun },
  words: { readonly [Name in keyof Record]?: Words } = {},
): NounForm<Record> {
  const all = describedBy(fields, words as Readonly<{ [name: string]: Words }>);
  const shown = all.toSorted((one, other) => Number(isLong(one)) - Number(isLong(other)));
  const from = (valueOf: (each: Described) => unknown) =>
    Object.fromEntries(all.map((each) => [each.name, valueOf(each)])) as Record;
  const valueOf = (record: Partial<Record> | undefined, name: string) => record?.[name as keyof Record];
  return {
    Inputs: ({ record, prefix = '' }) => (
      <FieldRow>
        {shown.map((each) => (
          <Input key={each.name} {...each} path={prefix + each.name} value={valueOf(record, each.name)} />
        ))}
      </FieldRow>
    ),
    Input: ({ name, record, prefix = '', ...own }) => {
      const { input, ...each } = all.find((each) => each.name === name)!;
      return (
        <Input {...each} input={{ ...input, ...own }} path={prefix + name} value={valueOf(record, name)} />
      );
    },
    valuesIn: (values, prefix = '') => from(({ name, field }) => valueIn(values, prefix + name, field)),
    valuesOf: (record) => from(({ name, field }) => valueOf(record, name) ?? field.empty ?? null),
    labels: from((each) => [
      each.label,
      (value: unknown) => inWords(each, value),
    ]) as unknown as Labels<Record>,
    factsOf: (record, currency) =>
      all.flatMap((each): [string, ReactNode][] => {
        const value = valueOf(record, each.name) ?? null;
        if (value === null || value === '' || each.fact === null) return [];
        if (each.fact) return [[each.fact[0], each.fact[1](value as never)]];
        return [[each.label, inWords(each, value, currency)]];
      }),
  };
}

function describedBy(
  fields: Readonly<Record<string, FieldOfNoun>>,
  words: Readonly<Record<string, Words>>,
): Described[] {
  return Object.entries(fields).map(([name, field]) => ({ ...wordsOf(name), ...words[name], name, field }));
}

function isLong({ field: { kind, maxLength = 0 } }: Described): boolean {
  return kind === 'lines' && maxLength > SHORT_LENGTH;
}

/** Returns a value as people read it. */
function inWords({ field, choices, inWords }: Described, value: unknown, currency?: string): string {
  if (inWords) return inWords(value as never);
  if (field.kind === 'choice') return choices?.[String(value)] ?? inSentenceCase(String(value));
  if (field.kind === 'date') return day(String(value));
  if (field.kind === 'lastDay') return day(dayOfEnd(String(value)));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'number') return String(value);
  return field.kind === 'money' && currency ? money(value, currency) : figure(value);
}

/** Returns what an input was filled with. The form has checked it. */
function valueIn(values: Entries, path: string, field: FieldOfNoun): unknown {
  const { kind, members, isOptional, empty = null } = field;
  if (members) {
    const entered = Object.entries(members).map(([name, member]) => {
      const value = valueIn(values, `${path}.${name}`, member);
      return [name, value === '' ? null : value] as const;
    });
    return isOptional && entered.every(([, value]) => value === null) ? null : Object.fromEntries(entered);
  }
  if (kind === 'boolean') return values.has(path);
  if (kind === 'number' || kind === 'money') return numberIn(values, path);
  if (kind === 'window') return windowIn(values, path);
  if (kind === 'lastDay') return endOf(textIn(values, path));
  return isOptional ? (textIn(values, path) ?? empty) : String(values.get(path) ?? '');
}

/** Returns the end of a day in the viewer's time zone; null without a day. */
function endOf(day: string | null): string | null {
  return day && new Date(`${day}T23:59:59.999`).toISOString();
}

/** Returns the day whose end a time is, in the viewer's time zone. */
function dayOfEnd(time: string): string {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, time);
}

type Shown = Described & {
  /** The name of the input, as the service's errors have it. */
  path: string;
  value: unknown;
};

function Input({ field, path, label, choices, input, Input: Custom, members, value }: Shown) {
  const { currency } = useSession().account;
  const { kind, isOptional, hint, absent, maxLength, min, max, decimals } = field;
  const text = value == null ? (absent ?? '') : String(value);
  const common = { name: path, label, hint, isOptional, required: !isOptional, ...input } as const;
  if (Custom) return <Custom {...common} defaultValue={text} />;
  switch (kind) {
    case 'group':
      return <Members {...{ field, path, value }} described={describedBy(field.members!, members ?? {})} />;
    case 'boolean':
      return <Checkbox name={path} label={label} defaultChecked={value === true} />;
    case 'window':
      return <WindowField name={path} label={label} hint={hint} defaultValue={text} />;
    case 'choice':
      return (
        <SelectField name={path} label={label} hint={hint} defaultValue={text}>
          {field.choices!.map((choice) => (
            <option key={choice} value={choice}>
              {choices?.[choice] ?? inSentenceCase(choice)}
            </option>
          ))}
        </SelectField>
      );
    case 'money':
    case 'number':
      return (
        <NumberField
          {...(common as ComponentProps<typeof NumberField>)}
          label={kind === 'money' ? `${label} (${currency})` : common.label}
          decimals={decimals}
          min={min}
          max={(input?.max as number | undefined) ?? max}
          defaultValue={text === '' ? null : Number(text)}
        />
      );
    case 'lines':
      return (
        <TextArea
          {...(common as ComponentProps<typeof TextArea>)}
          rows={maxLength! > SHORT_LENGTH ? 3 : 2}
          maxLength={maxLength}
          defaultValue={text}
        />
      );
    case 'lastDay':
      return <TextField {...common} type="date" {...initial(common, text && dayOfEnd(text))} />;
    case 'date':
      return (
        <TextField min={FIRST_DATE} max={LAST_DATE} {...common} type="date" {...initial(common, text)} />
      );
    default:
      return (
        <TextField
          {...common}
          type={TYPES[kind] ?? 'text'}
          inputMode={kind === 'digits' ? 'numeric' : undefined}
          maxLength={maxLength}
          {...initial(common, text)}
        />
      );
  }
}

/** A field whose value the page keeps has no other initial value. */
function initial({ value }: { value?: unknown }, text: string): { defaultValue?: string } {
  return value === undefined ? { defaultValue: text } : {};
}

interface MembersProps {
  field: FieldOfNoun;
  path: string;
  value: unknown;
  described: Described[];
}

/** The inputs of an object. One that can be null has all of its members or none. */
function Members({ field, path, value, described }: MembersProps) {
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set(Object.keys(value ?? {})));
  const isOptional = field.isOptional && filled.size === 0 ? true : undefined;
  return described.map((each) => (
    <Input
      key={each.name}
      {...each}
      field={field.isOptional ? { ...each.field, isOptional } : each.field}
      input={{
        ...each.input,
        onInput: ({ currentTarget }) => {
          const others = [...filled].filter((name) => name !== each.name);
          setFilled(new Set(currentTarget.value === '' ? others : [...others, each.name]));
        },
      }}
      path={`${path}.${each.name}`}
      value={(value as Readonly<Record<string, unknown>> | null | undefined)?.[each.name]}
    />
  ));
}
