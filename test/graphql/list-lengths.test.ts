import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, it } from 'vitest';
import { refusalOfSizes } from '../../src/graphql/input-sizes.ts';
import { textOf } from '../support/text/markdown.ts';

interface Named {
  name: string;
  type: GraphQLInputType;
  description?: string | null;
}

interface StatedList {
  path: string;
  /** The type of the argument. */
  type: string;
  /** The argument with a list as long as its description allows. */
  value: unknown;
}

const schema = buildSchema(textOf('schema.graphql'));

/** Returns the lists in an argument whose descriptions state a length. */
function listsIn({ name, type, description }: Named, depth = 0): Omit<StatedList, 'type'>[] {
  const nullable = getNullableType(type);
  const inner = getNamedType(type);
  const [, stated] = /(?:at most |\(1–)([\d,]+)/.exec(description ?? '') ?? [];
  const length = Number(stated?.replaceAll(',', ''));
  if (isListType(nullable) && length > 0) return [{ path: name, value: Array.from({ length }, () => null) }];
  if (!isInputObjectType(inner) || depth > 3) return [];
  return Object.values(inner.getFields()).flatMap((field) =>
    listsIn(field, depth + 1).map(({ path, value }) => {
      const object = { [field.name]: value };
      return { path: `${name}.${path}`, value: isListType(nullable) ? [object] : object };
    }),
  );
}

const lists: StatedList[] = [schema.getQueryType()!, schema.getMutationType()!]
  .flatMap((type) => Object.values(type.getFields()))
  .flatMap(({ name, args }) =>
    args.flatMap((arg) =>
      listsIn(arg).map(({ path, value }) => ({ path: `${name}.${path}`, type: String(arg.type), value })),
    ),
  );

it('takes each list in a variable that is as long as its description allows', () => {
  expect(lists.length).toBeGreaterThan(30);
  const refused = lists.flatMap(({ path, type, value }) => {
    const operation = parse(`query ($list: ${type}) { __typename }`).definitions.find(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    const refusal = refusalOfSizes(schema, operation, { list: value });
    return refusal ? [`${path}: ${refusal.message}`] : [];
  });
  expect(refused).toEqual([]);
});
