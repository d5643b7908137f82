import { Button } from '../../base/kit/layout/button.tsx';
import { inDaysAt } from '../../base/kit/words/days.ts';
import type { Filters } from '../../base/kit/table/filters.tsx';
import { useSession } from '../../base/session/session.tsx';
import styles from './date-presets.module.css';

/** The filters that the presets set. */
export const PRESET_FILTERS = ['dateFrom', 'dateTo', 'late'] as const;
type Values = Record<(typeof PRESET_FILTERS)[number], string>;
const NONE: Values = { dateFrom: '', dateTo: '', late: '' };

interface Preset {
  label: string;
  values: Values;
  isOn: boolean;
}

/** Returns the days that a clerk looks at all day long, and which one is shown. */
export function useDatePresets({ values }: Filters<keyof Values>): Preset[] {
  const { timeZone } = useSession().account;
  const [today, tomorrow] = [inDaysAt(timeZone, 0), inDaysAt(timeZone, 1)];
  const presets: [label: string, values: Values][] = [
    ['Late', { ...NONE, late: 'true' }],
    ['Today', { ...NONE, dateFrom: today, dateTo: today }],
    ['Tomorrow', { ...NONE, dateFrom: tomorrow, dateTo: tomorrow }],
  ];
  return presets.map(([label, preset]) => ({
    label,
    values: preset,
    isOn: PRESET_FILTERS.every((name) => (values[name] ?? '') === preset[name]),
  }));
}

interface DatePresetsProps {
  filters: Filters<keyof Values>;
  presets: readonly Preset[];
}

/** Shows late deliveries, or those of a day, with one press. */
export function DatePresets({ filters, presets }: DatePresetsProps) {
  return (
    <div className={styles.presets} role="group" aria-label="Delivery date">
      {presets.map(({ label, values, isOn }) => (
        <Button key={label} isSmall aria-pressed={isOn} onClick={() => filters.setAll(isOn ? NONE : values)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
