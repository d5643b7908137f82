import { wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import type { DraftLine } from './delivery-line.ts';

/**
 * The maximum number of rows that are pasted at once: each product is searched for. Longer lists are
 * imported.
 */
export const MAX_PASTED = 100;

/** The result of pasting cells. */
export interface Pasted {
  said: string;
  /** The lines with the pasted cells; undefined if nothing was pasted. */
  lines?: DraftLine[];
}

interface PasteTarget {
  lines: DraftLine[];
  /** The line into which the cells are pasted. */
  index: number;
  isQuantity: boolean;
  /** Returns the key of another line. */
  nextKey: () => number;
}

/**
 * Pastes cells of a spreadsheet into lines: products, with their quantities in a second column, as new lines;
 * a column alone, pasted into a quantity, as the quantities from that line on. What other columns mean cannot
 * be known.
 */
export function pasteLines(rows: readonly (readonly string[])[], target: PasteTarget): Pasted {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (rows.length > MAX_PASTED)
    return {
      said: `Nothing pasted: ${wholeNumber(rows.length)} rows are more than ${MAX_PASTED}. Import them as a file.`,
    };
  if (target.isQuantity) return columns === 1 ? pasteQuantities(rows, target) : { said: ONLY_QUANTITIES };
  return columns <= 2 ? pasteProducts(rows, target) : { said: ONLY_TWO };
}

const ONLY_QUANTITIES = 'Nothing pasted: copy only the column of quantities, or paste into a product.';
const ONLY_TWO = 'Nothing pasted: copy two columns, the product and its quantity.';

function pasteQuantities(rows: readonly (readonly string[])[], { lines, index }: PasteTarget): Pasted {
  if (rows.length > lines.length - index)
    return {
      said: `Nothing pasted: ${plural(rows.length, 'quantity')} for ${plural(lines.length - index, 'line')}.`,
    };
  return {
    said: `${plural(rows.length, 'quantity')} pasted.`,
    lines: lines.map((line, at) => {
      const quantity = rows[at - index]?.[0];
      // A blank cell changes nothing.
      return quantity ? { ...line, quantity, isSpare: false } : line;
    }),
  };
}

function pasteProducts(rows: readonly (readonly string[])[], { lines, index, nextKey }: PasteTarget): Pasted {
  const [head, ...others] = rows;
  const isHeader = isName(head!) && others.length > 0 && others.every((row) => !isName(row));
  const used = (isHeader ? others : rows).filter((row) => row.some((cell) => cell !== ''));
  const pasted = used.map(([productText = '', quantity = ''], at): DraftLine => ({
    key: nextKey(),
    product: undefined,
    productText,
    quantity,
    isPasted: true,
    isAdded: at === used.length - 1,
  }));
  const line = lines[index]!;
  const isEmpty = !line.product && line.quantity === '';
  const said = `${plural(used.length, 'line')} pasted. Quantities count the unit of the product.`;
  return {
    said: isHeader ? `${said} The first row, “${head!.join(' · ').slice(0, 60)}”, was left out.` : said,
    lines: [...lines.slice(0, isEmpty ? index : index + 1), ...pasted, ...lines.slice(index + 1)],
  };
}

/** Returns whether a row has a name where others have the quantity. */
function isName([, quantity = '']: readonly string[]): boolean {
  return quantity !== '' && !/\d/.test(quantity);
}
