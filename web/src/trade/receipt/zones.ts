import type { TemperatureZone } from '../../generated/operations.ts';

/** The zones of temperatures, in words. */
export const ZONES: Record<TemperatureZone, string> = {
  AMBIENT: 'Ambient',
  CHILLED: 'Chilled',
  FROZEN: 'Frozen',
};

/** Returns temperatures in words, such as "Chilled 9.5 °C"; empty without one. */
export function temperaturesInWords(
  temperatures: readonly { zone: TemperatureZone; celsius: number }[],
): string {
  return temperatures.map(({ zone, celsius }) => `${ZONES[zone]} ${celsius} °C`).join(', ');
}
