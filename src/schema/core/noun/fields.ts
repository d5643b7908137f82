import { z } from 'zod';
import { figure } from './rules.ts';

/** Where a field goes: the input of a new record, the input of a change, the record. */
export type FieldUse = 'create' | 'change' | 'out';

/** Where a field goes in REST: `full` are responses with `view=full`. */
export type RestPlace = FieldUse | 'full';

/** How the values of one kind are written in PostgreSQL, GraphQL and REST. */
export interface Kind<Rule extends z.ZodType = z.ZodType, InGraphQL = unknown> {
  /** The GraphQL type; of a list, that of its items. */
  type: string;
  /** The type of the column. */
  sql: string;
  /** The rule of inputs, unless the field has its own. */
  rule: Rule;
  /** The rule of inputs in REST, where it writes values differently. */
  restRule?: z.ZodType;
  /** The schema of responses. */
  shown: z.ZodType;
  /** The values of an enum. */
  values?: readonly string[];
  /** The description of an enum, and that of each value. */
  enum?: { description: string; texts: Readonly<Record<string, string>> };
  /** The description of an object or of a list's item in inputs. */
  inputIs?: string;
  /** The fields of the items, for a list. */
  list?: ListOf;
  /** The fields of the object, for an object. */
  members?: Fields;
  isArray?: true;
  /** Whether spreadsheets mistake such texts for numbers or days, and damage them. */
  isIdentifier?: true;
  toSql?(value: never): string;
  /** Returns SQL for the value of a column as events show it (default: the column). */
  toJson?(column: string): string;
  toGraphQL?(value: never): InGraphQL;
  toRest?(value: InGraphQL): unknown;
}

interface ListOf {
  fields: Fields;
  /** Returns the rule of a list of `item`; `nameOf` returns the names of its fields there. */
  ruleOf(item: z.ZodType, nameOf: (name: string) => string): z.ZodType;
}

/** A field of a noun. Inputs, records, statements, REST, events and the reference are derived from it. */
export interface Field {
  kind: Kind;
  /** The rule of the field in inputs (default: that of the kind). */
  rule?: z.ZodType;
  /** The schema of the field in responses (default: that of the kind, with the format of the rule). */
  shown?: z.ZodType;
  /** The uses of the field (default: all). */
  in?: readonly FieldUse[];
  /** The description of the field in lower case: `the name` (default: that of its name). */
  is?: string;
  /** The description of the field in inputs, and in inputs of changes, if they need other words. */
  inputIs?: string;
  changeIs?: string;
  /** The limits that descriptions of inputs end with (default: the rule's length). */
  limits?: string;
  /** An additional sentence in the description of the record. */
  note?: string;
  /** An additional sentence in the description of inputs of new records, and of inputs of changes. */
  inputNote?: string;
  changeNote?: string;
  /** Whether an input can leave the field out; it is null then, or `absent`. */
  isOptional?: true;
  absent?: string;
  /** Whether null in a change clears the field (default: null is refused there). */
  isClearable?: true;
  /** Whether null is refused although the field can be left out: a row of an upsert can change a record. */
  refusesNull?: true;
  /** The alternative field: one of both is needed. */
  insteadOf?: string;
  /** Whether the field is declared in `graphql.ts`, because it is more than a column. */
  isComputed?: true;
  /** The hint in forms below the input: the constraint, or what happens with the value. */
  hint?: string;
  /** The uses of the field in REST, if not the same. */
  restIn?: readonly RestPlace[];
  /** The description of the field in inputs of REST, if it differs, and an additional sentence there. */
  restIs?: string;
  restNote?: string;
  /** The value in the reference's example. */
  example?: unknown;
}

/** The fields of a noun, by their GraphQL names. Columns and REST use the same names in snake case. */
export type Fields = Readonly<Record<string, Field>>;

export const OUT = ['out'] as const;
export const CREATE = ['create'] as const;
export const CREATE_AND_OUT = ['create', 'out'] as const;
/** The uses in REST of fields that responses show only with `view=full`. */
export const BEYOND = ['create', 'change', 'full'] as const;

/** Returns the fields with a use, such as the input of a new record. */
export function fieldsIn(fields: Fields, place: FieldUse): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, field]) => field.in?.includes(place) ?? true);
}

/** Returns the fields that events show: those that REST shows without `view=full`. */
export function eventFields(fields: Fields): Fields {
  const shown = Object.entries(fields).filter(([, { restIn }]) => restIn?.includes('out') ?? true);
  return Object.fromEntries(shown);
}

type Goes<Each extends Field, To extends FieldUse> = Each extends { in: readonly (infer Places)[] }
  ? To extends Places
    ? true
    : false
  : true;

/** The names of the fields with a use. */
export type NamesIn<All extends Fields, To extends FieldUse> = {
  [Name in keyof All & string]: Goes<All[Name], To> extends true ? Name : never;
}[keyof All & string];

type RuleOf<Each extends Field> = Each extends { rule: infer Rule extends z.ZodType }
  ? Rule
  : Each['kind']['rule'];

type Optional<Rule extends z.ZodType> = z.ZodOptional<z.ZodNullable<Rule>>;

/** Returns the rule of a field in inputs. */
export function ruleOf({ rule, kind }: Field): z.ZodType {
  return rule ?? kind.rule;
}

/** Returns the rule of a field in an input, where it is optional or required. */
export function ruleIn(
  place: 'create' | 'change',
  { isOptional, isClearable, refusesNull }: Field,
  rule: z.ZodType,
): z.ZodType {
  if (place === 'create' && !isOptional) return rule;
  const takesNull = place === 'change' ? isClearable : !refusesNull;
  return takesNull ? rule.nullish() : rule.optional();
}

/** Returns the rules of a new record. */
export function rulesToCreate<All extends Fields>(fields: All) {
  const rules = fieldsIn(fields, 'create').map(([name, field]) => [
    name,
    ruleIn('create', field, ruleOf(field)),
  ]);
  return Object.fromEntries(rules) as {
    [Name in NamesIn<All, 'create'>]: All[Name] extends { isOptional: true }
      ? Optional<RuleOf<All[Name]>>
      : RuleOf<All[Name]>;
  };
}

/** Returns the rules of a change, in which each field can be left out. */
export function rulesToChange<All extends Fields>(fields: All) {
  const rules = fieldsIn(fields, 'change').map(([name, field]) => [
    name,
    ruleIn('change', field, ruleOf(field)),
  ]);
  return Object.fromEntries(rules) as { [Name in NamesIn<All, 'change'>]: Optional<RuleOf<All[Name]>> };
}

/** Returns whether the field can be null in a record. */
export function isNullable({ isOptional, absent, kind }: Field): boolean {
  return isOptional === true && absent === undefined && !kind.list;
}

/** Returns the schema of the field in responses and events. */
export function shapeOf(field: Field): z.ZodType {
  const { kind, shown } = field;
  if (shown) return isNullable(field) ? shown.nullable() : shown;
  const format = ruleOf(field).meta()?.format;
  const shape = kind.shown.meta({
    ...(format !== undefined && kind.shown instanceof z.ZodString && { format }),
  });
  return isNullable(field) ? shape.nullable() : shape;
}

/** Returns the description of the field in a record. */
export function describedAs({ is, note }: Field): string | undefined {
  return is && sentence(is, note);
}

/** Returns the description of the field in an input. */
export function describedIn(place: 'create' | 'change', field: Field): string | undefined {
  const { is, inputIs = is, limits = lengthOf(ruleOf(field)), inputNote, changeNote } = field;
  if (!inputIs) return undefined;
  if (place === 'create') return sentence(inputIs + limits, inputNote);
  const { changeIs = inputIs.replace(/^the /, 'the new ') } = field;
  return sentence(changeIs + limits, changeNote);
}

/** Returns text as a sentence. */
export function sentence(text: string, note?: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.${note ? ` ${note}` : ''}`;
}

function lengthOf(rule: z.ZodType): string {
  const max = rule.meta()?.maxLength;
  return typeof max === 'number' ? `, at most ${figure(max)} characters` : '';
}
