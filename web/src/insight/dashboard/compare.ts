import { comparedWith } from './delta.tsx';
import type { Range } from './range.ts';

/**
 * Returns what a chart needs to show, beside each period of a series, the same period of the range that it is
 * compared with.
 */
export function compare<Period, Figures>(
  range: Range,
  series: readonly Period[],
  previous: readonly { figures: Figures }[],
  valueOf: (figures: Figures) => number | null,
  isShown: (period: Period) => boolean = () => true,
) {
  const name = comparedWith(range);
  const values = previous.map(({ figures }) => valueOf(figures) ?? NaN);
  return {
    rows: series.map((period, place) => ({ ...period, before: values[place] ?? NaN })).filter(isShown),
    // A line of zeros says nothing.
    compared: values.some((value) => value > 0)
      ? {
          name: name[0]!.toUpperCase() + name.slice(1),
          colour: 'plain' as const,
          valueOf: ({ before }: { before: number }) => before,
        }
      : undefined,
  };
}
