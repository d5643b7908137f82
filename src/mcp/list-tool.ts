import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { type AnyFilter, describedFilter, type Filters, inOrder } from '../schema/core/list/filters.ts';
import { ID } from '../schema/core/noun/kinds.ts';
import { restNameOf } from '../schema/core/noun/names.ts';
import { countFitting, requireFitting } from './size.ts';
import { type Tool, tool } from './tool.ts';

export const MAX_TOOL_ITEMS = 20;

/** The inputs of a tool that returns a list in parts. */
export const LIST_LIMIT = z
  .int()
  .min(1)
  .max(MAX_TOOL_ITEMS)
  .optional()
  .describe(`1–${MAX_TOOL_ITEMS} (default ${MAX_TOOL_ITEMS}).`);
export const CURSOR = z.string().max(500).optional().describe('The `next_cursor` of the previous answer.');

/** The data of an operation that reads part of a list. */
interface ListData {
  list: { edges: { cursor: string; node: unknown }[]; pageInfo: { hasNextPage: boolean } };
}

interface ListVariables {
  first: number;
  after?: string | null | undefined;
  filter?: object | null | undefined;
}

interface ListToolDefinition extends Pick<Tool, 'name' | 'title' | 'description' | 'scopes'> {
  /** The name of the list in the output. */
  list: string;
  filters: Filters;
  operation: TypedDocumentNode<ListData, ListVariables>;
  item: { schema: z.ZodObject; toShown(data: unknown): object };
  /** The name of the list inside an item that is cut when one item alone is too large for an answer. */
  inner?: string;
}

/** Declares a tool that finds records: at most 20 at a time, or as many as fit into an answer. */
export function listTool({ list, filters, operation, item, inner, ...definition }: ListToolDefinition): Tool {
  const offered = Object.entries(filters.all).filter(([, { isList }]) => !isList);
  const rules = offered.map(([name, filter]) => [restNameOf(name), toolFilterRule(filter)] as const);
  const input = z.strictObject({
    ...Object.fromEntries(rules),
    limit: LIST_LIMIT,
    cursor: CURSOR,
  });
  const schema = inner ? item.schema.extend({ omitted: z.int().optional() }) : item.schema;
  return tool({
    ...definition,
    input: inOrder(filters.all, input, restNameOf),
    output: z.strictObject({ [list]: z.array(schema), next_cursor: z.string().nullable() }),
    async answer(values, { run }) {
      const given = values as Record<string, never>;
      const filter: Record<string, unknown> = {};
      for (const [name, { kind }] of offered) {
        const value = given[restNameOf(name)];
        if (value !== undefined) filter[name] = kind.toGraphQL ? kind.toGraphQL(value) : value;
      }
      const { edges, pageInfo } = (
        await run(operation, { first: given.limit ?? MAX_TOOL_ITEMS, after: given.cursor, filter })
      ).list;
      const items = edges.map(({ node }) => item.toShown(node));
      if (inner && items[0] && countFitting(items.slice(0, 1)) === 0)
        items[0] = cutInnerList(items[0], inner);
      const count = countFitting(items);
      const isWhole = count === items.length && !pageInfo.hasNextPage;
      const next_cursor = isWhole ? null : (edges[count - 1]?.cursor ?? null);
      return requireFitting({ [list]: items.slice(0, count), next_cursor }, 'Use a narrower filter');
    },
  });
}

/**
 * Returns a record with as much of its inner list as fits into an answer, and the number of those left out.
 */
export function cutInnerList(record: object, inner: string): object {
  const { [inner]: list, ...rest } = record as Record<string, unknown[]>;
  const count = countFitting(list!, rest);
  return { ...rest, [inner]: list!.slice(0, count), omitted: list!.length - count };
}

function toolFilterRule(filter: AnyFilter): z.ZodType {
  const rule = filter.kind === ID ? ID.restRule : filter.rule;
  return (rule as z.ZodType).optional().describe(describedFilter(filter));
}
