import type { ExportedList } from './exported.ts';

/** The media types of exported files, by the endings of their names. */
export const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type Ending = keyof typeof MEDIA_TYPES;

/** Returns the kinds of files that a list can be downloaded as. */
export function endingsOf({ days }: ExportedList): Ending[] {
  return days ? ['csv', 'xlsx'] : ['csv'];
}
