import { type Violation, violation } from '../../problems.ts';
import { AppError, faultAt } from '../errors.ts';
import { singleLine } from '../noun/texts.ts';
import { fitsField } from './header/fits-field.ts';
import { namesOf } from './header/names-of-header.ts';
import { HEADER_NAMES } from './header/header-names.ts';
import { plainName } from './header/plain-name.ts';
import type { ImportKind } from '../caller/import-kinds.ts';
import { IMPORT_FIELDS } from './import-fields.ts';

/** A column of a file, and the field that it has; null if it is ignored. */
export interface ImportColumn {
  /** The name in the header, on one line; empty if it has none. */
  column: string;
  /** The letter by which spreadsheets name the column. */
  letter: string;
  field: string | null;
  /** Its first values. */
  samples: string[];
}

/** A column without its field. */
export type HeaderColumn = Omit<ImportColumn, 'field'>;

export interface MapOptions {
  /** `Column=field` pairs, separated by commas; an empty field ignores the column. `[D]` is a column by its letter. */
  map?: string | null | undefined;
  /** The fields by letter that columns of this header had before. */
  remembered?: Readonly<Record<string, string | null>> | undefined;
  /** Whether the file is our own download. */
  isDownload?: boolean;
  /** The account's currency. */
  currency?: string;
}

/**
 * Returns the field of each column: as `map` says, else as it was assigned before, else by its name. Each field has at
 * most one column.
 *
 * @throws AppError `validation_error` on `map`
 */
export function mapColumns(
  kind: ImportKind,
  header: readonly HeaderColumn[],
  { map, remembered, isDownload = false, currency }: MapOptions = {},
): ImportColumn[] {
  const fields = IMPORT_FIELDS[kind];
  const chosen = map == null ? new Map<number, string | null>() : parseMap(kind, header, map);
  const taken = new Set(chosen.values());
  for (const [index, { letter }] of header.entries()) {
    const field = remembered?.[letter];
    if (field === undefined || chosen.has(index)) continue;
    const isFree = field === null || (field in fields && !taken.has(field));
    chosen.set(index, isFree ? field : null);
    taken.add(field);
  }
  const names = header.map(({ column }) => (column === '' ? [] : namesOf(column)));
  const assign = (field: string, name: string) => {
    if (taken.has(field)) return;
    const isNamed = (own: (typeof names)[number]) =>
      own.some((each) => each.name === name && fitsField(fields[field]!, each.beside, currency));
    const index = names.findIndex((own, at) => !chosen.has(at) && isNamed(own));
    if (index === -1) return;
    chosen.set(index, field);
    taken.add(field);
  };
  const open = Object.keys(fields).filter((field) => isDownload || !fields[field]!.isOwnNumber);
  // Our own names go before those of others.
  for (const field of open) assign(field, plainName(field));
  for (const field of open) for (const name of HEADER_NAMES[kind][field] ?? []) assign(field, name);
  return header.map((column, index) => ({ ...column, field: chosen.get(index) ?? null }));
}

function parseMap(
  kind: ImportKind,
  header: readonly HeaderColumn[],
  map: string,
): Map<number, string | null> {
  const fields = Object.keys(IMPORT_FIELDS[kind]);
  const given = new Map<number, string | null>();
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
    const field = name === '' ? null : fields.find((each) => plainName(each) === plainName(name));
    if (field === undefined) {
      const wording = `names the unknown field '${shown(name)}'. Fields: ${fields.join(', ')}`;
      throw invalid(violation('map_unknown_field', wording, { allowed: fields }));
    }
    if (field !== null && given.values().some((each) => each === field)) {
      const wording = `gives the field '${field}' two columns`;
      throw invalid(violation('map_repeated_field', wording, { name: field }));
    }
    given.set(index, field);
  }
  return given;
}

function indexOf(column: string, header: readonly HeaderColumn[]): number {
  const [, letter] = /^\[([A-Z]{1,3})\]$/i.exec(column) ?? [];
  if (letter !== undefined) return header.findIndex((each) => each.letter === letter.toUpperCase());
  const name = singleLine(column);
  return name === '' ? -1 : header.findIndex((each) => each.column === name);
}

/** Splits the pairs. A comma that is part of a column's name does not separate them. */
function pairsOf(map: string, header: readonly HeaderColumn[]): string[] {
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
