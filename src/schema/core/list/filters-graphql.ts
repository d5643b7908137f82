import type { InputRef } from '@pothos/core';
import { builder } from '../builder/builder.ts';
import { typeOf } from '../builder/fields-graphql.ts';
import { type AnyFilter, describedFilter, type Filters } from './filters.ts';

/** Declares the GraphQL type of the filters of a list. */
export function filterType({ type, items, all }: Filters): InputRef<object> {
  return builder.inputType(type, {
    description: `Which ${items} to return. Filters are combined with AND.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(all).map(([name, filter]) => [
          name,
          t.field({
            type: filterTypeOf(filter),
            description: describedFilter(filter),
            ...(filter.needs && { authScopes: { scope: filter.needs } }),
          }),
        ]),
      ),
  });
}

function filterTypeOf({ kind, isList }: AnyFilter) {
  const type = typeOf(kind);
  return isList ? ([type] as unknown as typeof type) : type;
}
