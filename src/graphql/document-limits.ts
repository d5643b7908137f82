import {
  type DocumentNode,
  GraphQLError,
  Kind,
  parse,
  type ParseOptions,
  type SelectionNode,
  Source,
} from 'graphql';
import { fragmentsOf, walker } from '../schema/core/list/selections.ts';
import { errorAt } from '../schema/core/errors.ts';
import { detachLocations } from './locate-errors.ts';
import { refuseLongNumber } from './refuse-long-number.ts';

/** The limits of a document. GraphiQL's introspection query, 13 levels deep, fits. */
export const DOCUMENT_LIMITS = {
  characters: 32_768,
  tokens: 2_000,
  depth: 16,
  breadth: 100,
  rootFields: 20,
  fields: 1_000,
  aliases: 50,
  directives: 50,
  introspectedLists: 12,
} as const;

type Limit = keyof typeof DOCUMENT_LIMITS;

const WHAT: Record<Limit, string> = {
  characters: 'characters; send long values as variables',
  tokens: 'tokens; send values as variables',
  depth: 'levels of fields',
  breadth: 'fields in one selection',
  rootFields: 'root fields; send the others in a separate request',
  fields: 'fields, counting those of a fragment wherever it is spread',
  aliases: 'aliases',
  directives: 'directives',
  introspectedLists: 'lists of the schema, such as types and fields',
};

/**
 * The lists of introspection. Each can have hundreds of items, and aliases repeat them for the cost of one.
 */
const SCHEMA_LISTS = new Set([
  'types',
  'directives',
  'fields',
  'args',
  'inputFields',
  'interfaces',
  'possibleTypes',
  'enumValues',
]);

/** The size of a selection, including fragments wherever they are spread. */
interface SelectionSize {
  depth: number;
  /** The number of its direct fields. */
  width: number;
  /** The largest number of fields in any selection within it. */
  breadth: number;
  fields: number;
  aliases: number;
  directives: number;
  /** Fields with names of `SCHEMA_LISTS`, and those of them within `__schema` and `__type`. */
  schemaLists: number;
  introspectedLists: number;
}

const NO_SELECTION: SelectionSize = {
  depth: 0,
  width: 0,
  breadth: 0,
  fields: 0,
  aliases: 0,
  directives: 0,
  schemaLists: 0,
  introspectedLists: 0,
};

/**
 * Parses a document and enforces the limits before any step whose cost could grow faster than the document:
 * validation compares all fields of a selection with each other.
 *
 * @throws AppError `validation_error`, GraphQLError for a syntax error
 */
export function parseWithinLimits(source: Source | string, options?: ParseOptions): DocumentNode {
  const { length } = typeof source === 'string' ? source : source.body;
  if (length > DOCUMENT_LIMITS.characters) throw documentExcess('characters');
  const document = parseTokens(source, options);
  refuseLongNumber(document);
  detachLocations(document);
  const sizeOf = walker(fragmentsOf(document), SIZE);
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const size = sizeOf(definition.selectionSet);
    const directives = size.directives + (definition.directives?.length ?? 0);
    checkLimits({ ...size, directives }, isOperation);
  }
  return document;
}

function parseTokens(source: Source | string, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes('tokens. Parsing aborted');
    if (isTooLong) throw documentExcess('tokens');
    // guard: syntax-problem
    if (error instanceof GraphQLError) error.extensions.problem = 'syntax_error';
    throw error;
  }
}

function checkLimits(shape: SelectionSize, isOperation: boolean): void {
  if (shape.depth > DOCUMENT_LIMITS.depth) throw documentExcess('depth');
  if (isOperation && shape.width > DOCUMENT_LIMITS.rootFields) throw documentExcess('rootFields');
  for (const limit of ['breadth', 'fields', 'aliases', 'directives', 'introspectedLists'] as const) {
    if (shape[limit] > DOCUMENT_LIMITS[limit]) throw documentExcess(limit);
  }
}

function documentExcess(limit: Limit) {
  return errorAt('query', 'query_too_large', `must have at most ${DOCUMENT_LIMITS[limit]} ${WHAT[limit]}`, {
    what: limit,
    max: DOCUMENT_LIMITS[limit],
  });
}

/** Computes the size of a selection from its parts. */
const SIZE = {
  one(selection: SelectionNode, content: () => SelectionSize): SelectionSize {
    const size = content();
    const directives = size.directives + (selection.directives?.length ?? 0);
    if (selection.kind !== Kind.FIELD) return { ...size, directives };
    const { value: name } = selection.name;
    return {
      depth: size.depth + 1,
      width: 1,
      breadth: size.breadth,
      fields: size.fields + 1,
      aliases: size.aliases + (selection.alias ? 1 : 0),
      directives,
      schemaLists: size.schemaLists + (SCHEMA_LISTS.has(name) ? 1 : 0),
      introspectedLists: size.introspectedLists + (name.startsWith('__') ? size.schemaLists : 0),
    };
  },

  all(parts: SelectionSize[]): SelectionSize {
    const total = { ...NO_SELECTION };
    for (const part of parts) {
      total.depth = Math.max(total.depth, part.depth);
      total.width += part.width;
      total.breadth = Math.max(total.breadth, part.breadth);
      total.fields += part.fields;
      total.aliases += part.aliases;
      total.directives += part.directives;
      total.schemaLists += part.schemaLists;
      total.introspectedLists += part.introspectedLists;
    }
    total.breadth = Math.max(total.breadth, total.width);
    return total;
  },
};
