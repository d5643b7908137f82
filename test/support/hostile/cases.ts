/** Returns every pair of a field and one of its values. */
export function casesOf<Value>(values: Record<string, Value[]>): [field: string, value: Value][] {
  return Object.entries(values).flatMap(([field, list]) =>
    list.map((value): [string, Value] => [field, value]),
  );
}
