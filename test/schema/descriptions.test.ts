import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { textOf } from '../support/text/markdown.ts';

interface Described {
  name: string;
  description?: string | null | undefined;
}

/** Returns all descriptions of the schema, by coordinate. */
const described = new Map(
  Object.values(buildSchema(textOf('schema.graphql')).getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap(partsOf)
    .map(({ name, description }) => [name, description ?? '']),
);

function partsOf(type: GraphQLNamedType): Described[] {
  const named = (name: string, { description }: Omit<Described, 'name'>) => ({ name, description });
  const own = named(type.name, type);
  if (isEnumType(type))
    return [own, ...type.getValues().map((value) => named(`${type.name}.${value.name}`, value))];
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field) => named(`${type.name}.${field.name}`, field)),
    ];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const name = `${type.name}.${field.name}`;
    return [named(name, field), ...field.args.map((arg) => named(`${name}(${arg.name})`, arg))];
  });
  return [own, ...fields];
}

it('describes every type, field, argument and value', () => {
  expect(described.size).toBeGreaterThan(500);
  const bare = [...described].filter(([, description]) => description === '');
  expect(bare.map(([name]) => name)).toEqual([]);
});

it('describes them in sentences, or fragments that end like one', () => {
  const odd = [...described].filter(
    ([, text]) => !/^[A-Z\d`]/.test(text) || !/[.!]$/.test(text) || /unless told/.test(text),
  );
  expect(odd).toEqual([]);
});
