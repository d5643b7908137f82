import { type Field, type Fields, fieldsIn, type Kind, type RestPlace } from '../schema/noun/fields.ts';
import { restNameOf } from '../schema/noun/names.ts';

/** Returns a selection of the fields, as GraphQL writes it. */
export function selectedIn(fields: Fields, place: RestPlace): string {
  const names = restFieldsIn(fields, place).map(([name, { kind }]) => {
    const inside = kind.list?.fields ?? kind.members;
    return inside ? `${name} ${selectedIn(inside, place)}` : name;
  });
  return `{ ${names.join(' ')} }`;
}

/** Returns an object with REST's names and a value made from each field. */
export function renamed<Value>(
  fields: Fields,
  place: RestPlace,
  make: (field: Field) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    restFieldsIn(fields, place).map(([name, field]) => [restNameOf(name), make(field)]),
  );
}

/** Returns the fields that go to a place in REST. */
export function restFieldsIn(fields: Fields, place: RestPlace): [name: string, field: Field][] {
  if (place !== 'full') return fieldsIn(fields, place).filter(([, field]) => goesTo(field, place));
  return fieldsIn(fields, 'out').filter(([, field]) => goesTo(field, 'out') || goesTo(field, 'full'));
}

function goesTo({ restIn }: Field, place: RestPlace): boolean {
  return restIn?.includes(place) ?? true;
}

/** Returns a function that converts a record. What depends on the fields alone is computed once. */
export function converter(
  fields: Fields,
  place: RestPlace,
  way: 'toRest' | 'toGraphQL',
): (record: unknown) => object {
  const members = restFieldsIn(fields, place).map(([name, { kind }]) => {
    const [from, to] = way === 'toRest' ? [name, restNameOf(name)] : [restNameOf(name), name];
    return { from, to, convert: conversionOf(kind, place, way) };
  });
  return (record) => {
    const converted: Record<string, unknown> = {};
    for (const { from, to, convert } of members) {
      const value = (record as Record<string, unknown>)[from];
      converted[to] = convert && value != null ? convert(value as never) : value;
    }
    return converted;
  };
}

function conversionOf(kind: Kind, place: RestPlace, way: 'toRest' | 'toGraphQL') {
  // The items of a list that is replaced are new, and so is an object.
  const innerPlace = place === 'change' ? 'create' : place;
  if (kind.list) return eachBy(converter(kind.list.fields, innerPlace, way));
  return kind.members ? converter(kind.members, innerPlace, way) : kind[way];
}

function eachBy(convert: (item: unknown) => object) {
  return (items: unknown[]) => items.map(convert);
}
