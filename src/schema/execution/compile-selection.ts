import {
  type FieldNode,
  type GraphQLObjectType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { compileField } from './compile-field.ts';
import { type Complete, isPromise, NotCompilable, type Source } from './execution.ts';

/** Compiles what is selected of objects of `type`. @throws NotCompilable */
export function compileSelection(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Complete {
  const fields = [...fieldsOf(source, type, selections)].map(([key, nodes]): [string, Complete] => [
    key,
    compileField(source, type, key, nodes),
  ]);
  return (object, path, execution) => {
    const answer: Record<string, unknown> = {};
    let pending: Promise<unknown>[] | undefined;
    for (const [key, read] of fields) {
      const value = read(object, path, execution);
      answer[key] = value;
      if (isPromise(value)) (pending ??= []).push(value.then((settled) => (answer[key] = settled)));
    }
    return pending ? Promise.all(pending).then(() => answer) : answer;
  };
}

/** By the name in the answer, in its order: the same field may be asked for in several places. */
function fieldsOf(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const collect = (selection: SelectionNode): void => {
    // @skip, @include and what may come after them.
    if (selection.directives?.length) throw new NotCompilable();
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      if (key === '__proto__') throw new NotCompilable();
      fields.set(key, [...(fields.get(key) ?? []), selection]);
      return;
    }
    const part =
      selection.kind === Kind.FRAGMENT_SPREAD ? source.fragments[selection.name.value]! : selection;
    const condition = part.typeCondition && source.schema.getType(part.typeCondition.name.value);
    if (part.directives?.length || (condition && !isObjectType(condition))) throw new NotCompilable();
    if (!condition || condition === type) part.selectionSet.selections.forEach(collect);
  };
  for (const selection of selections) selection.selections.forEach(collect);
  return fields;
}
