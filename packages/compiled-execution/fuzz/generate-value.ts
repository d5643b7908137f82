import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Random } from './random.ts';

/** Values to choose from, by scalar type. */
export type Values = Record<string, readonly unknown[]>;

/** Values that no scalar accepts, or only some. */
const WRONG = [null, '', 'abc', -1, 1.5, 2 ** 40, true, [], {}, { id: 1 }, ['a', null, 3]];

/** Returns a random value for a variable of `type`; sometimes an invalid one, if `canBeWrong`. */
export function generateValue(
  random: Random,
  type: GraphQLInputType,
  values: Values,
  canBeWrong: boolean,
): unknown {
  if (canBeWrong && random.chance(0.04)) return random.pick(WRONG);
  if (isNonNullType(type)) return generateValue(random, type.ofType, values, canBeWrong) ?? '1';
  if (random.chance(0.08)) return null;
  if (isListType(type)) {
    const length = random.below(4);
    return Array.from({ length }, () => generateValue(random, type.ofType, values, canBeWrong));
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (!isInputObjectType(type)) return random.pick(values[type.name] ?? WRONG);
  const fields = Object.values(type.getFields()).filter(
    (field) => (isRequiredInputField(field) && !(canBeWrong && random.chance(0.03))) || random.chance(0.4),
  );
  const members = fields.map((field) => [field.name, generateValue(random, field.type, values, canBeWrong)]);
  if (canBeWrong && random.chance(0.03)) members.push(['unknown', 1]);
  return Object.fromEntries(members);
}

/** Returns a value of `type` as a GraphQL literal. */
export function literalOf(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(value, type.ofType);
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) {
    const itemType = isListType(type) ? type.ofType : type;
    return `[${value.map((item) => literalOf(item, itemType)).join(', ')}]`;
  }
  if (typeof value === 'object') {
    const fields = isInputObjectType(type) ? type.getFields() : {};
    const members = Object.entries(value).map(
      ([name, member]) => `${name}: ${literalOf(member, fields[name]?.type ?? type)}`,
    );
    return `{ ${members.join(', ')} }`;
  }
  return isEnumType(type) ? String(value) : JSON.stringify(value);
}
