import { day, wholeNumber } from '../../base/kit/words/format.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Only lists begin so, with a record or a text. */
const LIST = /^\[[{"]/;

type Line = Record<string, string | number | readonly string[]>;

/** Returns a value of a preview: dates as elsewhere, and lists such as "24 × Feta, 36 × Oat Loaf". */
export function valueInWords(value: string | null | undefined): string {
  if (value == null) return '–';
  if (DATE.test(value)) return day(value);
  if (!LIST.test(value)) return value;
  try {
    return (JSON.parse(value) as (Line | string)[])
      .map((each) => (typeof each === 'string' ? each : lineInWords(each)))
      .join(', ');
  } catch {
    return value;
  }
}

/** Returns a line with a quantity of a product, or a branch with what else is known of it. */
function lineInWords({ quantity, product, product_id: id, ...others }: Line): string {
  const rest = Object.values(others).map(String);
  if (quantity === undefined) return rest.join(' · ');
  const goods = `${wholeNumber(Number(quantity))} × ${String(product ?? `#${String(id)}`)}`;
  return rest.length > 0 ? `${goods} (${rest.join(', ')})` : goods;
}
