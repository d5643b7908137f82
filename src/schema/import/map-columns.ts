import { AppError, fault, faultAt } from '../errors.ts';
import { singleLine } from '../texts.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';

/** A column of a file, and the field that it has; null if it is ignored. */
export interface ImportColumn {
  column: string;
  field: string | null;
}

/**
 * Returns the field of each column: as `map` says, else by its name. Each field has at most one column, the first that
 * is named like it.
 *
 * @param map `Column=field` pairs, separated by commas; an empty field ignores the column
 * @throws AppError `validation_error` on `map`, or on `file` if no column is recognized
 */
export function mapColumns(kind: ImportKind, header: readonly string[], map?: string | null): ImportColumn[] {
  const given = map == null ? new Map<number, string | null>() : parseMap(kind, header, map);
  const fields = IMPORT_FIELDS[kind];
  const taken = new Set(given.values());
  const columns = header.map((column, index): ImportColumn => {
    const mapped = given.get(index);
    if (mapped !== undefined) return { column, field: mapped };
    const name = plain(column);
    const field = Object.keys(fields).find(
      (each) => !taken.has(each) && (plain(each) === name || fields[each]!.headers.includes(name)),
    );
    if (field !== undefined) taken.add(field);
    return { column, field: field ?? null };
  });
  if (columns.every(({ field }) => field === null))
    throw fault(
      'validation_error',
      `No column is named like a field of ${kind}. Fields: ${Object.keys(fields).join(', ')}`,
      'file',
    );
  return columns;
}

function parseMap(kind: ImportKind, header: readonly string[], map: string): Map<number, string | null> {
  const fields = Object.keys(IMPORT_FIELDS[kind]);
  const given = new Map<number, string | null>();
  for (const pair of pairsOf(map, header)) {
    const at = pair.lastIndexOf('=');
    if (at < 1) throw invalid(`must have the form Column=field,…, not '${shown(pair)}'`);
    const [column, name] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    const index = header.findIndex((name) => singleLine(name) === singleLine(column));
    if (index === -1) throw invalid(`names the column '${shown(column)}', which the file does not have`);
    const field = name === '' ? null : fields.find((each) => plain(each) === plain(name));
    if (field === undefined)
      throw invalid(`names the unknown field '${shown(name)}'. Fields: ${fields.join(', ')}`);
    if (field !== null && given.values().some((each) => each === field))
      throw invalid(`gives the field '${field}' two columns`);
    given.set(index, field);
  }
  return given;
}

/** Splits the pairs. A comma that is part of a column's name does not separate them. */
function pairsOf(map: string, header: readonly string[]): string[] {
  const pairs: string[] = [];
  for (const part of map.split(',')) {
    const last = pairs.at(-1);
    const isOpen =
      last !== undefined && !last.includes('=') && header.some((name) => name.startsWith(last.trim()));
    if (isOpen) pairs[pairs.length - 1] = `${last},${part}`;
    else pairs.push(part);
  }
  return pairs;
}

/** Returns a name without case, spaces and signs, so that `Weight (kg)` is `weight_kg`. */
function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function invalid(problem: string): AppError {
  return new AppError(faultAt('map', problem));
}
