import type { EnumRef, InputFieldRef, InputRef } from '@pothos/core';
import { enumValues } from '../noun/enum-values.ts';
import {
  describedAs,
  describedIn,
  type Field,
  type Fields,
  fieldsIn,
  isNullable,
  type Kind,
  ruleOf,
} from '../noun/fields.ts';
import type { FieldsInput } from '../noun/list-of.ts';
import { builder, type PothosTypes } from './builder.ts';

/** A type of GraphQL by its name, as Pothos takes it. */
type Type = 'String';

/** Returns the GraphQL fields of a record; its columns have the same names. Computed fields are excluded. */
export function exposed(t: { expose: unknown }, fields: Fields) {
  const expose = t.expose as (name: string, options: object) => PothosFieldRef;
  const columns = fieldsIn(fields, 'out').filter(([, { isComputed }]) => !isComputed);
  return Object.fromEntries(
    columns.map(([name, field]) => [
      name,
      expose.call(t, name, {
        type: typeOf(field.kind),
        nullable: isNullable(field),
        ...descriptionOption(describedAs(field)),
      }),
    ]),
  );
}

type PothosFieldRef = ReturnType<PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, object>['string']>;

/** Returns the GraphQL type of an input, and declares it if it is new. */
export function inputType<All extends Fields, To extends 'create' | 'change'>(
  name: string,
  fields: All,
  place: To,
  description: string,
): InputRef<FieldsInput<All, To>> {
  return declared(name, () =>
    builder.inputType(name, { description, fields: (t) => inputFields(t, fields, place) }),
  ) as never;
}

/** Returns the GraphQL type of an item of a list in inputs. */
export function itemInput<All extends Fields>(kind: Kind & { list: { fields: All } }) {
  return inputType(`${kind.type}Input`, kind.list.fields, 'create', kind.inputIs!);
}

function inputFields(
  t: PothosSchemaTypes.InputFieldBuilder<PothosTypes, 'InputObject'>,
  fields: Fields,
  place: 'create' | 'change',
): Record<string, InputFieldRef<PothosTypes, unknown>> {
  return Object.fromEntries(
    fieldsIn(fields, place).map(([name, field]) => [
      name,
      t.field({
        type: inputTypeOf(field),
        // Null can be a value of a field that must be sent.
        required: place === 'create' && !field.isOptional && !ruleOf(field).safeParse(null).success,
        ...descriptionOption(describedIn(place, field)),
      }),
    ]),
  );
}

function inputTypeOf({ kind }: Field): Type {
  const { type, members, list, inputIs } = kind;
  const fields = members ?? list?.fields;
  if (!fields) return typeOf(kind);
  const input = inputType(`${type}Input`, fields, 'create', inputIs!);
  return (members ? input : [input]) as unknown as Type;
}

/** Returns the GraphQL type of an enum, and declares it if it is new. */
export function enumType<Name extends string>({
  type,
  values,
  enum: { description, texts },
}: {
  type: string;
  values: readonly Name[];
  enum: NonNullable<Kind['enum']>;
}): EnumRef<PothosTypes, Name> {
  return declared(type, () =>
    builder.enumType(type, { description, values: enumValues(values, texts as Record<Name, string>) }),
  ) as never;
}

/** Returns the GraphQL type of a kind. */
export function typeOf(kind: Kind): Type {
  const { type, values, enum: described, isArray } = kind;
  const ref = values && described ? enumType({ type, values, enum: described }) : type;
  return (isArray ? [ref] : ref) as Type;
}

const declaredTypes = new Map<string, unknown>();

/** Declares a type once. */
function declared(name: string, declare: () => unknown): unknown {
  if (!declaredTypes.has(name)) declaredTypes.set(name, declare());
  return declaredTypes.get(name);
}

function descriptionOption(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
