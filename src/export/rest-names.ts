import type { z } from 'zod';
import { AppError, errorAt } from '../schema/core/errors.ts';
import { parametersIn } from '../rest/file-route.ts';
import { graphQLNameOf } from '../schema/core/noun/names.ts';

/**
 * The parameters of a request under the page's names, and by these names those of REST that the request used.
 */
interface Renamed {
  parameters: Record<string, string | string[]>;
  given: ReadonlyMap<string, string>;
}

/**
 * Renames parameters with REST's names of filters, such as `date_from`, to the names of the page and GraphQL.
 *
 * @throws AppError `validation_error` where a filter is given by both names
 */
export function byPageNames(query: z.ZodType, parameters: Record<string, string | string[]>): Renamed {
  const known = new Set(Object.keys(parametersIn(query)));
  const given = new Map<string, string>();
  const own = Object.entries(parameters).map(([name, value]) => {
    const other = graphQLNameOf(name);
    if (known.has(name) || !known.has(other)) return [name, value] as const;
    if (other in parameters)
      throw errorAt(name, 'not_with', `cannot be combined with ${other}, which is the same`, { other });
    given.set(other, name);
    return [other, value] as const;
  });
  return { parameters: Object.fromEntries(own), given };
}

/** Returns the error of a refused request with the names that the request used. */
export function inRequestNames(error: unknown, given: Renamed['given']): unknown {
  return error instanceof AppError ? error.renamed((name) => given.get(name) ?? name) : error;
}
