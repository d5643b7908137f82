import { type Field, type Fields, fieldsIn } from '../schema/core/noun/fields.ts';
import { snakeOf } from '../schema/core/noun/names.ts';
import type { CsvValue } from './csv.ts';

/** Returns the optional fields that a file can import, such as the supplier's own numbers. */
export function masterDataIn(fields: Fields): [name: string, field: Field][] {
  return fieldsIn(fields, 'create').filter(
    ([, { kind, isOptional }]) =>
      isOptional === true && !kind.list && !kind.members && kind.sql !== undefined,
  );
}

/** Returns the columns of these fields, by the names that an import understands. */
export function masterDataOf(fields: Fields): Record<string, (row: object) => CsvValue> {
  const columns = masterDataIn(fields).map(([name, { kind }]) => [
    snakeOf(name),
    (row: object) => {
      const value = (row as Record<string, CsvValue>)[name]!;
      return kind.toRest && value !== null ? (kind.toRest(value) as CsvValue) : value;
    },
  ]);
  return Object.fromEntries(columns) as Record<string, (row: object) => CsvValue>;
}
