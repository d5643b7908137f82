import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { type ImportColumn, ORDER_FIELDS, orderPartiesOf } from './map-columns.ts';
import { nameInMap, parseMap } from './parse-map.ts';
import type { ImportProblem } from './read-options.ts';

/**
 * Asks about columns whose order number can be the supplier's or the customer's, so that none can be
 * assigned.
 */
export function orderQuestion(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  map?: string,
): ImportProblem[] {
  const parties = orderPartiesOf(kind, columns);
  const given = map === undefined ? new Map<number, string[]>() : parseMap(kind, columns, map);
  const free = ORDER_FIELDS.filter(([, field]) => columns.every((column) => column.field !== field));
  const open = columns.flatMap(({ field, remembered, ...column }, index) => {
    const party = parties[index];
    if (party === undefined || field !== null || remembered || given.has(index)) return [];
    const fields = free.flatMap(([own, name]) => (party === own || party === 'both' ? [name] : []));
    return fields.length > 0 ? [{ ...column, fields }] : [];
  });
  const [first] = open;
  if (!first) return [];
  const names = open.map(({ column }) => `"${column}"`).join(', ');
  return [
    {
      code: 'ambiguous_order_number',
      message: `${names} can be your own number of the order (reference) or the customer's (order_number). Choose one, such as map=${nameInMap(first, columns)}=${first.fields[0]}`,
      option: 'map',
      choices: open.flatMap((column) => [...column.fields, ''].map((field) => `[${column.letter}]=${field}`)),
    },
  ];
}
