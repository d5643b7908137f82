import { MAX_COLUMN, MAX_ROW } from './require-references.ts';
import { unreadable, type UnreadableFile } from './unreadable-file.ts';

const TAG_START = /<!--|<(?:[^\s?<>!/:"]*:)?(worksheet|row|cell)(?=[\s/>])/gi;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;
/** Attributes that decide where the cells of an XML spreadsheet are. */
const POSITION_ATTRIBUTES = new Map([
  ['Index', /^[1-9]\d{0,6}$/],
  ['MergeAcross', /^\d{1,5}$/],
  ['MergeDown', /^\d{1,7}$/],
]);
const NAMES = new Set([...POSITION_ATTRIBUTES.keys()].map((name) => name.toLowerCase()));

/**
 * Requires that the rows and cells of an XML spreadsheet of 2003 are in order, at positions that sheets have.
 * Returns its text in a form that the library reads correctly: it ignores tags with single quotes, and the
 * width of merged empty cells.
 *
 * @throws UnreadableFile
 */
export function normalPositions(xml: string): string {
  const parts: string[] = [];
  let [row, column, kept] = [0, 0, 0];
  TAG_START.lastIndex = 0;
  for (let start = TAG_START.exec(xml); start; start = TAG_START.exec(xml)) {
    const name = start[1]?.toLowerCase();
    if (name === undefined) {
      const end = xml.indexOf('-->', TAG_START.lastIndex);
      if (end === -1) break;
      TAG_START.lastIndex = end;
      continue;
    }
    const { places, plain, isPlain, isClosed, end } = tagAt(xml, TAG_START.lastIndex);
    const { Index, MergeAcross = 0, MergeDown = 0 } = places;
    if (name === 'worksheet') [row, column] = [0, 0];
    else if (name === 'row') [row, column] = [nextPosition(row, Index, MAX_ROW, 'row'), 0];
    else column = nextPosition(column, Index, MAX_COLUMN, `cell of row ${row}`) + MergeAcross;
    if (column > MAX_COLUMN || row + MergeDown > MAX_ROW) throw damagedSheet('a cell beyond XFD1048576');
    TAG_START.lastIndex = end;
    const isOpened = name === 'cell' && isClosed && MergeAcross + MergeDown > 0;
    if (isPlain && !isOpened) continue;
    const tag = start[0].slice(1);
    const closing = isOpened ? `></${tag}>` : isClosed ? '/>' : '>';
    parts.push(xml.slice(kept, start.index), `<${tag}${plain}${closing}`);
    kept = end;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(kept);
}

interface Tag {
  places: { Index?: number; MergeAcross?: number; MergeDown?: number };
  /** The attributes in double quotes, and whether the text already has them so. */
  plain: string;
  isPlain: boolean;
  isClosed: boolean;
  end: number;
}

/** Reads the attributes of a tag after its name. */
function tagAt(xml: string, from: number): Tag {
  const places: Record<string, number> = {};
  let [plain, at] = ['', from];
  ATTRIBUTE.lastIndex = at;
  for (let found = ATTRIBUTE.exec(xml); found; found = ATTRIBUTE.exec(xml)) {
    const [text, attribute = '', double, single = ''] = found;
    const name = attribute.slice(attribute.indexOf(':') + 1);
    const value = double ?? single.replaceAll('"', '&quot;');
    if (NAMES.has(name.toLowerCase())) {
      if (!POSITION_ATTRIBUTES.get(name)?.test(value) || name in places)
        throw damagedSheet(`${text.trim().slice(0, 40)}, which is no place`);
      places[name] = Number(value);
    }
    plain += ` ${attribute}="${value}"`;
    at = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = at;
  const [ending, slash] = TAG_END.exec(xml) ?? [];
  if (ending === undefined) throw damagedSheet('a row or cell whose tag cannot be read');
  const isPlain = plain.length === at - from && xml.startsWith(plain, from);
  return { places, plain, isPlain, isClosed: slash !== '', end: at + ending.length };
}

function nextPosition(previous: number, index: number | undefined, max: number, what: string): number {
  const place = index ?? previous + 1;
  if (place > max) throw damagedSheet(`a ${what} at ${place}, beyond XFD1048576`);
  if (place <= previous) throw damagedSheet(`a ${what} at ${place}, after ${previous}`);
  return place;
}

function damagedSheet(what: string): UnreadableFile {
  return unreadable('file_damaged', `The file has ${what}. Save it again, or as CSV`);
}
