import { useMemo } from 'react';
import { ZONES } from '../../base/kit/words/time-zones.ts';
import styles from './range-bar.module.css';

interface TimeZoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
}

/** Selects a time zone. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  // A zone may have several names, and there are four hundred: they are computed only once.
  const options = useMemo(
    () => [...new Set([value, ...ZONES])].map((name) => <option key={name}>{name}</option>),
    [value],
  );
  return (
    <label className={styles.field}>
      <span>Time zone</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {options}
      </select>
    </label>
  );
}
