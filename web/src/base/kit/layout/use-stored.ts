import { useState } from 'react';

/** Returns a value that this browser keeps, and a function to change it; `initial` without one. */
export function useStored<Value>(
  key: string,
  initial: Value,
  isValid: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const stored = parse(localStorage.getItem(key));
    return isValid(stored) ? stored : initial;
  });
  const keep = (next: Value) => {
    localStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, keep];
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
