import { plural } from '../../base/kit/words/plural.ts';

interface Listed {
  id: string;
  name: string;
  sequentialId: string;
}

/** The result of pasting cells: the prices by product, and what became of them. */
export interface PastedPrices {
  texts: ReadonlyMap<string, string>;
  said: string;
}

/**
 * Pastes cells of a spreadsheet as prices: one column from a product on, or products by name or number with
 * their prices in the next column.
 */
export function pastePrices(
  rows: readonly (readonly string[])[],
  products: readonly Listed[],
  index: number,
): PastedPrices {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns > 2) return nothing('copy one column of prices, or two with the product and its price');
  if (columns === 2) return pasteNamed(rows, products);
  const room = products.length - index;
  if (rows.length > room) return nothing(`${plural(rows.length, 'price')} for ${plural(room, 'product')}`);
  const texts = rows.flatMap(([text = ''], at): [string, string][] =>
    text === '' ? [] : [[products[index + at]!.id, text]],
  );
  return { texts: new Map(texts), said: `${plural(texts.length, 'price')} pasted.` };
}

function pasteNamed(rows: readonly (readonly string[])[], products: readonly Listed[]): PastedPrices {
  const texts = new Map<string, string>();
  const unknown: string[] = [];
  for (const [name = '', text = ''] of rows) {
    if (!/\d/.test(text)) continue;
    const named = products.filter((product) => product.name === name || product.sequentialId === name);
    if (named.length === 1) texts.set(named[0]!.id, text);
    else unknown.push(name);
  }
  const said = `${plural(texts.size, 'price')} pasted.`;
  if (unknown.length === 0) return { texts, said };
  const names = unknown.slice(0, 3).join(', ');
  return {
    texts,
    said: `${said} Not on this page, or not unique: ${names}${unknown.length > 3 ? ' …' : ''}`,
  };
}

function nothing(why: string): PastedPrices {
  return { texts: new Map(), said: `Nothing pasted: ${why}.` };
}
