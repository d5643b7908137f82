import { createPause, type Pause } from '../../../limits/pause.ts';

/** Records in memory, or records that are parsed one by one from a long text. */
export type Records<Row> = Row[] | AsyncIterable<Row>;

/** The maximum length of a text that is parsed at once, in a few milliseconds. */
const SHORT_CHARACTERS = 128 * 1_024;

/** Returns the function that parses the rows of one statement as records, one by one if the text is long. */
export function readerOf(found: readonly (readonly unknown[])[]) {
  const isShort = charactersIn(found) <= SHORT_CHARACTERS;
  const pause = createPause();
  return function recordsOf<Row, Item>(rows: readonly Row[], recordOf: (row: Row) => Item): Records<Item> {
    if (isShort) return rows.map(recordOf);
    return { [Symbol.asyncIterator]: () => oneByOne(rows, recordOf, pause) };
  };
}

/**
 * Yields each record when the one before it is in the response, in slices of time. At once, 100 deliveries
 * with 500 lines each would hold the event loop for 50 ms, and take several times the memory of their text
 * (attacks `long-deliveries` and `all-supermarkets` of `chaos:neighbours`).
 */
export async function* oneByOne<Row, Item>(
  rows: readonly Row[],
  recordOf: (row: Row) => Item,
  pause: Pause = createPause(),
): AsyncGenerator<Item> {
  for (const row of rows) {
    yield recordOf(row);
    const turn = pause();
    if (turn) await turn;
  }
}

/** Converts records when they are read. */
export function mapped<Row, Item>(
  records: Records<Row>,
  convert: (record: Row, at: number) => Item,
): Records<Item> {
  if (Array.isArray(records)) return records.map(convert);
  return {
    async *[Symbol.asyncIterator]() {
      let at = 0;
      for await (const record of records) yield convert(record, at++);
    },
  };
}

function charactersIn(rows: readonly (readonly unknown[])[]): number {
  let characters = 0;
  for (const row of rows) for (const value of row) if (typeof value === 'string') characters += value.length;
  return characters;
}
