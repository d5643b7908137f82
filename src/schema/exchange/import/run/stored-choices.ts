import type { ImportColumn } from '../columns/map-columns.ts';
import type { ImportChoices, ReadAs } from '../columns/read-options.ts';

/** The columns of an import with its sender's choices. */
export interface StoredChoices {
  choices: string;
  columns: string;
  preview: string;
}

/**
 * Returns the options to read a stored file again, with the header and the fields of columns that its preview
 * shows, even if assignments were remembered since.
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
