import type { ImportItem } from './import-item.ts';
import type { ImportRow } from '../columns/import-rows.ts';

/** The number of records in a batch: a batch takes a fraction of a second. */
const ITEM_BATCH = 500;
/** The maximum number of records in a batch whose last ones belong together. */
const ITEMS_TOGETHER = 2 * ITEM_BATCH;
/** The maximum number of rows in a batch: a record can have several, such as the lines of a delivery. */
const ROWS_PER_BATCH = 1_000;
/** The maximum length of the text of a batch: reading it must not hold up the event loop. */
const ITEM_BATCH_CHARACTERS = 500_000;

/** The number of characters of a text that refusals need: one more than they show. */
const EXCERPT_LENGTH = 201;

type ItemValues = Record<string, unknown>;

/** A record without refusals, as the process that reads a file returns it. */
export interface StoredItem {
  values: ItemValues;
  number?: string | undefined;
  /** The positions of its lines among its rows. */
  lines: number[];
  rows: {
    row: number;
    /** The values of the row that the record does not have. */
    own: ItemValues;
    /** The texts of cells that differ from their values. */
    texts: Record<string, string>;
  }[];
}

/** Divides records into batches. */
export function* itemBatches(items: readonly ImportItem[]): Generator<ImportItem[]> {
  let batch: ImportItem[] = [];
  let rows = 0;
  let characters = 0;
  for (const item of items) {
    const length = charactersOf(item);
    const isFull =
      batch.length >= ITEM_BATCH ||
      rows + item.rows.length > ROWS_PER_BATCH ||
      characters + length > ITEM_BATCH_CHARACTERS;
    const belongs = item.together !== undefined && item.together === batch.at(-1)?.together;
    if (isFull && batch.length > 0 && !(belongs && batch.length < ITEMS_TOGETHER)) {
      yield batch;
      batch = [];
      rows = 0;
      characters = 0;
    }
    batch.push(item);
    rows += item.rows.length;
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

function charactersOf({ rows }: ImportItem): number {
  let sum = 0;
  for (const { texts } of rows) for (const name in texts) sum += texts[name]!.length;
  return sum;
}

/** Converts a record into a form that is short as JSON. */
export function storedItem({ values, number, lines, rows }: ImportItem): StoredItem {
  const positions = new Map(rows.map((row, position) => [row, position]));
  return {
    values,
    number,
    lines: lines.map((row) => positions.get(row)!),
    rows: rows.map(({ row, values: all, texts }) => {
      const own = Object.fromEntries(Object.entries(all).filter(([name]) => !(name in values)));
      const differing = Object.entries(texts).filter(
        ([name, text]) => text !== String(own[name] ?? values[name]),
      );
      return {
        row,
        own,
        texts: Object.fromEntries(differing.map(([name, text]) => [name, text.slice(0, EXCERPT_LENGTH)])),
      };
    }),
  };
}

/** Parses the records of a batch. */
export function itemsInBatch(json: string): ImportItem[] {
  return (JSON.parse(json) as StoredItem[]).map(({ values, number, lines, rows: stored }) => {
    const shared = cellTexts(values);
    const rows = stored.map(({ row, own, texts }): ImportRow => ({
      row,
      values: { ...own },
      texts: { ...shared, ...cellTexts(own), ...texts },
      refusals: [],
    }));
    return { values, number, lines: lines.map((position) => rows[position]!), rows, refusals: [] };
  });
}

function cellTexts(values: ItemValues): Record<string, string> {
  const cells = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  return Object.fromEntries(cells.map(([name, value]) => [name, String(value)]));
}
