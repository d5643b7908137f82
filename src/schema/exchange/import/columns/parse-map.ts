import { type Violation, violation } from '../../../../problems.ts';
import type { ImportKind } from '../../../core/caller/import-kinds.ts';
import { AppError, faultAt } from '../../../core/errors.ts';
import { singleLine } from '../../../core/noun/texts.ts';
import { plainName } from './header/plain-name.ts';
import { IMPORT_FIELDS } from './import-fields.ts';

/** A column with its name in the header and its letter in spreadsheets. */
interface NamedColumn {
  column: string;
  letter: string;
}

/**
 * Returns the fields that `Column=field` pairs assign, by the positions of the columns; none for an ignored
 * column. A column can have several fields, a field one column. `[D]` is a column by its letter.
 *
 * @throws AppError `validation_error` on `map`
 */
export function parseMap(
  kind: ImportKind,
  header: readonly NamedColumn[],
  map: string,
): Map<number, string[]> {
  const fields = Object.keys(IMPORT_FIELDS[kind]);
  const given = new Map<number, string[]>();
  for (const pair of pairsOf(map, header)) {
    const at = pair.lastIndexOf('=');
    if (at < 1)
      throw invalid(violation('invalid_format', `must have the form Column=field,…, not '${shown(pair)}'`));
    const [column, name] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    const index = indexOf(column, header);
    if (index === -1) {
      const wording = `names the column '${shown(column)}', which the file does not have`;
      throw invalid(violation('map_unknown_column', wording, { column: shown(column) }));
    }
    const own = given.get(index) ?? [];
    given.set(index, own);
    if (name === '') continue;
    const field = fields.find((each) => plainName(each) === plainName(name));
    if (field === undefined) {
      const wording = `names the unknown field '${shown(name)}'. Fields: ${fields.join(', ')}`;
      throw invalid(violation('map_unknown_field', wording, { allowed: fields }));
    }
    if (given.values().some((each) => each.includes(field))) {
      const wording = `gives the field '${field}' two columns`;
      throw invalid(violation('map_repeated_field', wording, { name: field }));
    }
    own.push(field);
  }
  return given;
}

/** Returns the name of a column in a `map`, or its letter if that is clearer. */
export function nameInMap({ column, letter }: NamedColumn, columns: readonly NamedColumn[]): string {
  const isPlain = /^[\p{L}\p{N}][^,=[\]]{0,60}$/u.test(column);
  const isOnly = columns.every((other) => other.letter === letter || other.column !== column);
  return isPlain && isOnly ? column : `[${letter}]`;
}

function indexOf(column: string, header: readonly NamedColumn[]): number {
  const [, letter] = /^\[([A-Z]{1,3})\]$/i.exec(column) ?? [];
  if (letter !== undefined) return header.findIndex((each) => each.letter === letter.toUpperCase());
  const name = singleLine(column);
  return name === '' ? -1 : header.findIndex((each) => each.column === name);
}

/** Splits the pairs. A comma that is part of a column's name does not separate them. */
function pairsOf(map: string, header: readonly NamedColumn[]): string[] {
  const pairs: string[] = [];
  for (const part of map.split(',')) {
    const last = pairs.at(-1);
    const isOpen =
      last !== undefined &&
      !last.includes('=') &&
      header.some(({ column }) => column.startsWith(last.trim()));
    if (isOpen) pairs[pairs.length - 1] = `${last},${part}`;
    else pairs.push(part);
  }
  return pairs;
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function invalid(found: Violation): AppError {
  return new AppError(faultAt('map', found));
}
