import { type Field, type Fields, fieldsIn, type Kind, type RestUse } from '../schema/core/noun/fields.ts';
import { restNameOf } from '../schema/core/noun/names.ts';

/** The fields of a record that REST shows of related records: `nextDate: ['next', 'date']`. */
export type Related = Readonly<Record<string, readonly [relation: string, field: string]>>;

/** The directive in operations of fields that only `view=full` shows. */
export const IF_FULL = ' @include(if: $full)';

/**
 * Returns a selection of the fields, as GraphQL writes it. `ifFull` follows those that only `view=full`
 * shows.
 */
export function selectionOf(fields: Fields, ifFull = '', related: Related = {}): string {
  const selected = restFieldsIn(fields, 'full').map(([name, field]) => {
    const condition = goesTo(field, 'out') ? '' : ifFull;
    const [relation = name, of] = related[name] ?? [];
    const inside = field.kind.list?.fields ?? field.kind.members;
    const below = inside ? selectionOf(inside, condition ? '' : ifFull) : of && `{ ${of} }`;
    return below ? `${relation}${condition} ${below}` : `${relation}${condition}`;
  });
  return `{ ${selected.join(' ')} }`;
}

/** Returns an object with REST's names and a value made from each field. */
export function renamed<Value>(
  fields: Fields,
  place: RestUse,
  make: (field: Field) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    restFieldsIn(fields, place).map(([name, field]) => [restNameOf(name), make(field)]),
  );
}

/** Returns the fields that REST has in a kind of body, such as `out`; `full` includes those of `out`. */
export function restFieldsIn(fields: Fields, place: RestUse): [name: string, field: Field][] {
  if (place !== 'full') return fieldsIn(fields, place).filter(([, field]) => goesTo(field, place));
  return fieldsIn(fields, 'out').filter(([, field]) => goesTo(field, 'out') || goesTo(field, 'full'));
}

function goesTo({ restIn }: Field, place: RestUse): boolean {
  return restIn?.includes(place) ?? true;
}

/** Returns a function that converts a record. Computes once whatever depends on the fields alone. */
export function converter(
  fields: Fields,
  place: RestUse,
  way: 'toRest' | 'toGraphQL',
  related: Related = {},
): (record: unknown) => object {
  const members = restFieldsIn(fields, place).map(([name, { kind }]) => {
    const [from, to] = way === 'toRest' ? [name, restNameOf(name)] : [restNameOf(name), name];
    return { from, to, convert: conversionOf(kind, place, way), relation: related[name] };
  });
  return (record) => {
    const converted: Record<string, unknown> = {};
    for (const { from, to, convert, relation } of members) {
      const value = relation ? relatedValue(record, relation) : (record as Record<string, unknown>)[from];
      converted[to] = convert && value != null ? convert(value as never) : value;
    }
    return converted;
  };
}

function relatedValue(record: unknown, [relation, field]: Related[string]): unknown {
  return (record as Record<string, Record<string, unknown> | null>)[relation]?.[field] ?? null;
}

function conversionOf(kind: Kind, place: RestUse, way: 'toRest' | 'toGraphQL') {
  // The items of a list that is replaced are new, and so are the members of an object.
  const innerPlace = place === 'change' ? 'create' : place;
  if (kind.list) return eachBy(converter(kind.list.fields, innerPlace, way));
  return kind.members ? converter(kind.members, innerPlace, way) : kind[way];
}

function eachBy(convert: (item: unknown) => object) {
  return (items: unknown[]) => items.map(convert);
}
