import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { NotCompilable } from './adapter.ts';
import { compileField } from './compile-field.ts';
import { isCondition } from './conditions.ts';
import type { Complete, Source } from './execution.ts';
import { abandon, isPromise } from './slot.ts';

/** Compiles what is selected of objects of `type`. @throws NotCompilable */
export function compileSelection(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Complete {
  const fields = compileFields(source, type, selections);
  return (object, path, execution) => {
    const result: Record<string, unknown> = {};
    let pending: string[] | undefined;
    try {
      for (const [key, read] of fields) {
        const value = read(object, path, execution);
        result[key] = value;
        if (isPromise(value)) (pending ??= []).push(key);
      }
    } catch (error) {
      // The object is null now. The fields before may still fail, which then concerns nobody.
      if (pending) abandon(Object.values(result));
      throw error;
    }
    return pending ? whenSettled(result, pending) : result;
  };
}

/** Compiles a mutation of one field, which has no others to wait for. @throws NotCompilable */
export function compileOnlyField(
  source: Source,
  type: GraphQLObjectType,
  selection: SelectionSetNode,
): Complete {
  const [only, ...others] = compileFields(source, type, [selection]);
  // One after the other: what each may do can hang on what the one before did, such as to sign in.
  if (!only || others.length > 0) throw new NotCompilable();
  const [key, read] = only;
  return (object, path, execution) => {
    const value = read(object, path, execution);
    return isPromise(value) ? value.then((settled) => ({ [key]: settled })) : { [key]: value };
  };
}

async function whenSettled(result: Record<string, unknown>, pending: string[]): Promise<unknown> {
  const values = await Promise.all(pending.map((key) => result[key]));
  for (const [at, key] of pending.entries()) result[key] = values[at];
  return result;
}

function compileFields(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): [key: string, read: Complete][] {
  const fields = [...fieldsOf(source, type, selections)];
  return fields.map(([key, nodes]) => [key, compileField(source, type, key, nodes)]);
}

/** By the name in the result, in its order: the same field may be asked for in several places. */
function fieldsOf(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  // graphql-js reads a fragment once in a selection, however often it is spread there.
  const spread = new Set<string>();
  const collect = (selection: SelectionNode): void => {
    if (!isIncluded(source, selection)) return;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      if (key === '__proto__') throw new NotCompilable();
      fields.set(key, [...(fields.get(key) ?? []), selection]);
      return;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return collectPart(selection);
    const name = selection.name.value;
    if (spread.has(name)) return;
    spread.add(name);
    const fragment = source.fragments[name]!;
    if (fragment.directives?.length) throw new NotCompilable();
    collectPart(fragment);
  };
  const collectPart = ({
    typeCondition,
    selectionSet,
  }: InlineFragmentNode | FragmentDefinitionNode): void => {
    if (!typeCondition || isOf(source, type, typeCondition.name.value)) {
      selectionSet.selections.forEach(collect);
    }
  };
  for (const selection of selections) selection.selections.forEach(collect);
  return fields;
}

/** Whether objects of `type` are of the type called `name`, which may be an interface or a union. */
function isOf({ schema }: Source, type: GraphQLObjectType, name: string): boolean {
  const condition = schema.getType(name);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

/** Whether `@skip` and `@include` let a selection in. @throws NotCompilable for other directives */
function isIncluded({ conditions }: Source, selection: SelectionNode): boolean {
  if (!selection.directives?.length) return true;
  if (!selection.directives.every(({ name }) => isCondition(name.value))) throw new NotCompilable();
  try {
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, conditions)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, conditions)?.if !== false
    );
  } catch {
    // A variable that is null; graphql-js has the error to show.
    throw new NotCompilable();
  }
}
