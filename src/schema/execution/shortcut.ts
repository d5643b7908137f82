import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType } from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** What Pothos and its Prisma plugin note of a field. */
interface Notes {
  pothosExposedField?: string;
  pothosOriginalResolve?: GraphQLFieldResolver<unknown, unknown>;
  pothosPrismaSelect?: unknown;
  pothosPrismaRelationField?: { name: string };
  pothosOptions?: { onNull?: unknown; query?: unknown };
}

/**
 * The property that a field of objects of `type` shows, if it shows just that. What is undefined in
 * an object was not loaded with it, and is the resolver's to load.
 */
export function propertyOf(type: GraphQLObjectType, field: Field): string | undefined {
  const { pothosExposedField, pothosPrismaRelationField, pothosOptions } = notesOf(field);
  if (field.args.length > 0 || pothosOptions?.onNull) return undefined;
  if (pothosExposedField) return pothosExposedField;
  const relation = pothosPrismaRelationField?.name;
  return relation !== undefined && isUnambiguous(type, relation) ? relation : undefined;
}

/**
 * The resolver of a field that selects what it is made of, and what that is: with all of it loaded,
 * there is no need to look up how it was.
 */
export function selectedBy(type: GraphQLObjectType, field: Field) {
  const { pothosOriginalResolve: resolve, pothosPrismaSelect: select } = notesOf(field);
  if (!resolve || typeof select !== 'object' || select === null || field.args.length > 0) return undefined;
  const needs = Object.keys(select);
  return needs.every((name) => isUnambiguous(type, name)) ? { needs, resolve } : undefined;
}

/** Whether a field's resolver looks up how the object was loaded, to show what it was loaded with. */
export function looksUp(type: GraphQLObjectType, field: Field): boolean {
  const isMadeOfMore = notesOf(field).pothosPrismaSelect !== undefined;
  return isMadeOfMore && propertyOf(type, field) === undefined && selectedBy(type, field) === undefined;
}

/** Whether a loaded relation can only be all of it, because no field asks for a part of it. */
function isUnambiguous(type: GraphQLObjectType, relation: string): boolean {
  const fields = Object.values(type.getFields()).filter(
    (field) => notesOf(field).pothosPrismaRelationField?.name === relation,
  );
  return (
    fields.length <= 1 &&
    fields.every(
      (field) => field.args.length === 0 && typeof notesOf(field).pothosOptions?.query !== 'function',
    )
  );
}

function notesOf({ extensions }: Field): Notes {
  return extensions as Notes;
}
