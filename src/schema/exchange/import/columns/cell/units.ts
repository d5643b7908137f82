import type { PRODUCT_UNIT } from '../../../../catalogue/product/fields.ts';
import dictionary from '../../dictionaries/units.json' with { type: 'json' };
import { plainName } from '../header/plain-name.ts';

type Unit = (typeof PRODUCT_UNIT)['values'][number];

/** The units by their names in the languages of headers and in other systems, by {@link plainName}. */
const UNIT_OF_NAME = new Map(
  Object.entries(dictionary satisfies Record<Unit | 'day', unknown>).flatMap(([unit, lines]) =>
    lines.flatMap((line) => line.split(' ')).map((name) => [name, unit] as const),
  ),
);

/** Returns the unit with a common name; undefined for other texts. */
export function unitName(text: string): string | undefined {
  const name = plainName(text);
  const unit = UNIT_OF_NAME.get(name);
  return unit === 'day' ? undefined : unit;
}

/** Returns whether a text is a unit of days. */
export function isDays(text: string): boolean {
  return UNIT_OF_NAME.get(plainName(text)) === 'day';
}
