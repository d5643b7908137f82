import type { ClipboardEvent, ComponentProps } from 'react';
import { TextField } from './field.tsx';
import { pastedRows } from './pasted-rows.ts';
import { type NumberLimits, numberText } from './read-number.ts';

type NumberFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'min' | 'max' | 'step' | 'defaultValue'
> &
  Partial<NumberLimits> & { defaultValue?: number | null | undefined };

/**
 * An input for a number, by default a whole one. A text input, because browsers drop a comma from
 * `type="number"` where decimals have a point: 3,49 becomes 349. The form checks it by its data attributes.
 */
export function NumberField({ decimals = 0, min, max, defaultValue, ...field }: NumberFieldProps) {
  const isNegative = min === undefined || min < 0;
  const initial = field.value === undefined && { defaultValue: numberText(defaultValue) };
  return (
    <TextField
      autoComplete="off"
      onPaste={separateCells}
      // Keyboards of phones for numbers can lack the minus.
      inputMode={isNegative ? 'text' : decimals > 0 ? 'decimal' : 'numeric'}
      {...field}
      {...initial}
      type="text"
      data-decimals={decimals}
      data-min={min}
      data-max={max}
    />
  );
}

/** Separates pasted cells. Browsers put a space between them, so that 1 and 234 would be 1 234. */
function separateCells(event: ClipboardEvent<HTMLInputElement>): void {
  const rows = pastedRows(event.clipboardData.getData('text'));
  if (!rows) return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(rows.flat().join('; '), input.selectionStart!, input.selectionEnd!, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
