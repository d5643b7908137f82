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
import { count } from './bounds.ts';
import { compileField } from './compile-field.ts';
import { isCondition } from './conditions.ts';
import type { Complete, Source } from './execution.ts';
import { ignoreRejections, isPromise } from './slot.ts';

/**
 * Compiles the selection on objects of `type`.
 *
 * @throws NotCompilable
 */
export function compileSelection(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Complete {
  const fields = compileFields(source, type, selections);
  const characters = fields.reduce((sum, [key]) => sum + key.length, 0);
  return (object, path, execution) => {
    // guard: counted-objects
    count(execution, 'objects', 1);
    // guard: counted-values
    count(execution, 'values', fields.length);
    // guard: counted-characters
    count(execution, 'characters', characters);
    const result: Record<string, unknown> = {};
    let pending: string[] | undefined;
    try {
      for (const [key, read] of fields) {
        const value = read(object, path, execution);
        result[key] = value;
        if (isPromise(value)) (pending ??= []).push(key);
      }
    } catch (error) {
      // The object is null now, so failures of the earlier fields are ignored.
      if (pending) ignoreRejections(Object.values(result));
      throw error;
    }
    return pending ? whenSettled(result, pending) : result;
  };
}

/**
 * Compiles a mutation. Returns undefined, after adding the permissions of all its fields, unless it has
 * exactly one.
 *
 * @throws NotCompilable
 */
export function compileOnlyField(
  source: Source,
  type: GraphQLObjectType,
  selection: SelectionSetNode,
): Complete | undefined {
  const [only, ...others] = compileFields(source, type, [selection]);
  // Several mutations run one after the other, and each may change the permissions of the next, for example
  // by signing in.
  if (!only || others.length > 0) return undefined;
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

/**
 * Groups fields by response name, in the order of the result: the same field may be selected several times.
 * It is a walker of its own, because a fragment counts once per selection here, and selects by the type of
 * each object.
 */
function fieldsOf(
  source: Source,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  // graphql-js reads a fragment once per selection, however often it is spread there.
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

/** Returns whether `type` is, or belongs to, the type with this name. */
function isOf({ schema }: Source, type: GraphQLObjectType, name: string): boolean {
  const condition = schema.getType(name);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}

/**
 * Returns whether `@skip` and `@include` include a selection.
 *
 * @throws NotCompilable for other directives
 */
function isIncluded({ conditions }: Source, selection: SelectionNode): boolean {
  if (!selection.directives?.length) return true;
  if (!selection.directives.every(({ name }) => isCondition(name.value))) throw new NotCompilable();
  try {
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, conditions)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, conditions)?.if !== false
    );
  } catch {
    // The variable is null; graphql-js reports the error.
    throw new NotCompilable();
  }
}
