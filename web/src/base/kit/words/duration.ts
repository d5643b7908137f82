import { wholeNumber } from './format.ts';

/** Formats minutes: 45 min, 2 h 5 min. */
export function duration(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours > 0 ? `${wholeNumber(hours)} h ${whole % 60} min` : `${whole} min`;
}
