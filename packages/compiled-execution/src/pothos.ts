import { getTypeBrand } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLFieldResolver, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { type Adapter, type Field, NotCompilable, type Rules, type Shortcut } from './adapter.ts';

// The only file that knows what Pothos and its plugins note of types and fields.

/** The builder's `authScopes`: whether the caller has each, or a function of what it is asked with. */
export type Scopes<Context> = (context: Context) => Record<string, boolean | ((parameter: never) => boolean)>;

/** What Pothos and its Prisma plugin note of a field. */
interface Notes {
  pothosExposedField?: string;
  pothosOriginalResolve?: GraphQLFieldResolver<unknown, unknown>;
  pothosPrismaSelect?: unknown;
  pothosPrismaRelationField?: { name: string };
  pothosOptions?: FieldOptions;
}

interface FieldOptions {
  onNull?: unknown;
  query?: unknown;
  authScopes?: unknown;
  grantScopes?: unknown;
  runScopesOnType?: unknown;
  skipTypeScopes?: unknown;
  skipInterfaceScopes?: unknown;
}

/**
 * Creates the adapter of a schema that Pothos built with its plugins for Prisma and for scopes.
 * @param scopesOf checks the scopes on the schema that was built with `disableScopeAuth`
 */
export function createPothosAdapter<Context>(scopesOf: Scopes<Context>): Adapter<Context> {
  return {
    createRules: () => new RequiredScopes(scopesOf),
    shortcutOf,
    typeNameOf(object) {
      const brand = getTypeBrand(object);
      return typeof brand === 'string' ? brand : undefined;
    },
    settle: (nodes) => void settled.set(nodes, undefined),
  };
}

/** The selections of fields that select the same in every execution; undefined until worked out. */
const settled = new WeakMap<readonly FieldNode[], Query | undefined>();

/** A selection in Prisma's terms; every type of the schema has to be read column by column. */
export interface Query {
  select?: Record<string, boolean | Query | undefined>;
}

/**
 * Returns what a field's document selects of records, in Prisma's terms: of those of the field, or of those beneath it
 * at `paths`. Pothos takes as long for it as the database for a record, so it is done once for a document where the
 * plan says that it can be.
 */
export function selectionOf(context: object, info: GraphQLResolveInfo, paths: string[][] = []): Query {
  const known = settled.get(info.fieldNodes);
  if (known) return known;
  const selection = queryFromInfo({ context, info, paths }) as Query;
  if (settled.has(info.fieldNodes)) settled.set(info.fieldNodes, selection);
  return selection;
}

function shortcutOf(type: GraphQLObjectType, field: Field): Shortcut {
  const property = propertyOf(type, field);
  const whenLoaded = whenLoadedOf(type, field);
  const isMadeOfMore = notesOf(field).pothosPrismaSelect !== undefined;
  return {
    property,
    whenLoaded,
    looksUp: isMadeOfMore && property === undefined && whenLoaded === undefined,
  };
}

function propertyOf(type: GraphQLObjectType, field: Field): string | undefined {
  const { pothosExposedField, pothosPrismaRelationField, pothosOptions } = notesOf(field);
  if (field.args.length > 0 || pothosOptions?.onNull) return undefined;
  if (pothosExposedField) return pothosExposedField;
  const relation = pothosPrismaRelationField?.name;
  return relation !== undefined && isUnambiguous(type, relation) ? relation : undefined;
}

/** Fields that select what they are made of have a resolver that finds it in the record. */
function whenLoadedOf(type: GraphQLObjectType, field: Field): Shortcut['whenLoaded'] {
  const { pothosOriginalResolve: resolve, pothosPrismaSelect: select } = notesOf(field);
  if (!resolve || typeof select !== 'object' || select === null || field.args.length > 0) return undefined;
  const needs = Object.keys(select);
  return needs.every((name) => isUnambiguous(type, name)) ? { needs, resolve } : undefined;
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

/** What grants a type or a field: the name of a scope, and what it is asked with. */
type Rule = [name: string, parameter: unknown];

/** Gathers the scopes that a plan takes, which depend on the caller and the document alone. */
class RequiredScopes<Context> implements Rules<Context> {
  readonly #scopesOf: Scopes<Context>;
  readonly #rules = new Map<string, Rule>();

  constructor(scopesOf: Scopes<Context>) {
    this.#scopesOf = scopesOf;
  }

  add(type: GraphQLObjectType, field: Field): void {
    for (const { extensions } of [type, field]) {
      const { authScopes, ...others } = (extensions.pothosOptions ?? {}) as FieldOptions;
      if (authScopes !== undefined) this.#addRule(authScopes);
      const isSpecial =
        others.grantScopes ?? others.runScopesOnType ?? others.skipTypeScopes ?? others.skipInterfaceScopes;
      if (isSpecial !== undefined) throw new NotCompilable();
    }
  }

  #addRule(authScopes: unknown): void {
    const rules = typeof authScopes === 'object' ? Object.entries(authScopes ?? {}) : [];
    // More than one rule, `$all`, or a function of the record.
    if (rules.length !== 1 || rules[0]![0].startsWith('$')) throw new NotCompilable();
    this.#rules.set(JSON.stringify(rules[0]), rules[0]!);
  }

  areGranted(context: Context): boolean {
    const granted = this.#scopesOf(context);
    for (const [name, parameter] of this.#rules.values()) {
      const rule = granted[name];
      if (typeof rule === 'function' ? !rule(parameter as never) : !rule) return false;
    }
    return true;
  }
}

function notesOf({ extensions }: Field): Notes {
  return extensions as Notes;
}
