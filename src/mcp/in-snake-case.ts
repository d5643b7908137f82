import { snakeOf } from '../schema/core/noun/names.ts';

/** The names whose values are enums, which REST writes in lower case. */
const ENUMS = new Set(['status', 'fault']);

/** Returns data of GraphQL with the names, ids and enums of REST. */
export function inSnakeCase(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(inSnakeCase);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (/^id$|Id$/.test(name)) return [snakeOf(name), value === null ? null : Number(value)];
      return [snakeOf(name), ENUMS.has(name) ? String(value).toLowerCase() : inSnakeCase(value)];
    }),
  );
}
