import { type GraphQLField, isInputObjectType, isInterfaceType, isObjectType, printType } from 'graphql';
import { schema } from '../schema/index.ts';

const MAX_FOUND_FIELDS = 20;
const MAX_TYPES = 3;

interface FieldEntry {
  /** The field as the schema writes it: `Query.delivery(id: ID!): Delivery`. */
  field: string;
  description: string;
  /** The texts that are searched, in lower case. */
  name: string;
  text: string;
}

let entries: FieldEntry[] | undefined;

/** Finds fields of queries and types that match the words best, and the types with these names. */
export function searchSchema(query: string) {
  entries ??= [...fieldEntries()];
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const ranked = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND_FIELDS);
  const names = (query.match(/\w+/g) ?? []).filter((name) => !isWrite(name));
  const types = [...new Set(names)].flatMap((name) => schema.getType(name) ?? []).slice(0, MAX_TYPES);
  return {
    types: types.map((type) => ({ name: type.name, definition: printType(type) })),
    fields: ranked.map(({ entry: { field, description } }) => ({ field, description })),
  };
}

function* fieldEntries(): Generator<FieldEntry> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isWrite(type.name)) continue;
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const description = field.description ?? '';
      const args = 'args' in field ? argumentsText(field) : '';
      const name = `${type.name}.${field.name}`;
      yield {
        field: `${name}${args}: ${field.type.toString()}`,
        description,
        name: fieldWords(name),
        text: description.toLowerCase(),
      };
    }
  }
}

function argumentsText({ args }: GraphQLField<unknown, unknown>): string {
  return args.length > 0 ? `(${args.map(({ name, type }) => `${name}: ${type.toString()}`).join(', ')})` : '';
}

/** Mutations and subscriptions cannot be run by tools. */
function isWrite(type: string): boolean {
  return type === 'Mutation' || type === 'Subscription';
}

/** Splits `Query.deliveryPage` into `query delivery page`. */
function fieldWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
}

/** Whole words of the name count more than parts of it and the description; fields of queries come first. */
function scoreOf({ name, text }: FieldEntry, words: readonly string[]): number {
  let score = 0;
  const own = name.split(' ');
  for (const word of words) {
    if (own.includes(word)) score += 4;
    else if (name.includes(word)) score += 2;
    else if (text.includes(word)) score++;
  }
  return score > 0 && name.startsWith('query ') ? score + 2 : score;
}
