import {
  type ASTNode,
  type DocumentNode,
  type FloatValueNode,
  type IntValueNode,
  Kind,
  visit,
} from 'graphql';
import { errorAt } from '../schema/core/errors.ts';
import { digitsFault, MAX_NUMBER_CHARACTERS } from '../schema/core/noun/exact-number.ts';
import { pathOf } from '../schema/core/noun/valid.ts';

/**
 * Refuses a document with a number that is too long, whatever its type.
 *
 * @throws AppError `validation_error` on the argument, the member or the variable
 */
export function refuseLongNumber(document: DocumentNode): void {
  visit(document, { IntValue: refuseLong, FloatValue: refuseLong });
}

function refuseLong(
  { value }: IntValueNode | FloatValueNode,
  _key: string | number | undefined,
  parent: ASTNode | readonly ASTNode[] | undefined,
  path: readonly (string | number)[],
  ancestors: readonly (ASTNode | readonly ASTNode[])[],
): void {
  if (value.length <= MAX_NUMBER_CHARACTERS) return;
  throw errorAt(fieldOf(path, [...ancestors, parent!]), 'too_many_digits', digitsFault(value)!);
}

/** @param path the key in each of the nodes around a value that leads to the next */
function fieldOf(
  path: readonly (string | number)[],
  around: readonly (ASTNode | readonly ASTNode[])[],
): string {
  const parts = around.flatMap((node, depth): PropertyKey[] => {
    if (!('kind' in node)) return [];
    if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return [node.name.value];
    if (node.kind === Kind.VARIABLE_DEFINITION) return [node.variable.name.value];
    return node.kind === Kind.LIST ? [path[depth + 1]!] : [];
  });
  return pathOf(parts)!;
}
