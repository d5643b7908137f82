import type { ImportColumn } from './map-columns.ts';
import type { ImportChoices, ReadAs } from './read-options.ts';

/** The assignment for processes of the version before, which know no choices: with it their run fails and writes nothing. */
export const UNKNOWN_TO_OLD = '-';

/** The columns of an import that have its sender's choices. */
export interface StoredChoices {
  choices: string;
  /** The assignment, in imports that the version before previewed. */
  column_map: string | null;
  columns: string;
  preview: string;
}

/**
 * Returns how a stored file is read again: as its sender chose, from the same header, and each column with the field that its
 * preview shows, whatever was remembered since.
 */
export function choicesIn({ choices, column_map: map, columns, preview }: StoredChoices): ImportChoices {
  const chosen = JSON.parse(choices) as ImportChoices;
  // The version before chose by letters that it may not have stored.
  if (map !== null && map !== UNKNOWN_TO_OLD) return { ...chosen, map };
  const shown = JSON.parse(columns) as ImportColumn[];
  const { read } = JSON.parse(preview) as { read?: ReadAs };
  return {
    ...chosen,
    map: shown.map(({ letter, field }) => `[${letter}]=${field ?? ''}`).join(',') || undefined,
    headerRow: read?.header_row ?? chosen.headerRow,
  };
}
