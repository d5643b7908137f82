/** Returns the value of an optional text field; null if it is empty, which clears the field. */
export function textIn(values: FormData, name: string): string | null {
  return String(values.get(name) ?? '').trim() || null;
}

/** Returns the same for a number. */
export function numberIn(values: FormData, name: string): number | null {
  const text = textIn(values, name);
  return text === null ? null : Number(text);
}
