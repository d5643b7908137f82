import type { ImportColumn } from '../columns/map-columns.ts';
import type { ImportChoices, ReadAs } from '../columns/read-options.ts';

/** The columns of an import that have its sender's choices. */
export interface StoredChoices {
  choices: string;
  columns: string;
  preview: string;
}

/**
 * Returns how a stored file is read again: as its sender chose, from the same header, and each column with
 * the field that its preview shows, whatever was remembered since.
 */
export function choicesIn({ choices, columns, preview }: StoredChoices): ImportChoices {
  const chosen = JSON.parse(choices) as ImportChoices;
  const shown = JSON.parse(columns) as ImportColumn[];
  const { read } = JSON.parse(preview) as { read?: ReadAs };
  return {
    ...chosen,
    map: shown.map(({ letter, field }) => `[${letter}]=${field ?? ''}`).join(',') || undefined,
    headerRow: read?.header_row ?? chosen.headerRow,
  };
}
