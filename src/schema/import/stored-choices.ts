import type { ImportChoices } from './read-options.ts';

/** The assignment for processes of the version before, which know no choices: with it their run fails and writes nothing. */
export const UNKNOWN_TO_OLD = '-';

/** The columns of an import that have its sender's choices. */
export interface StoredChoices {
  choices: string;
  /** The assignment, in imports that the version before previewed. */
  column_map: string | null;
}

/** Returns what the sender of a stored file chose. */
export function choicesIn({ choices, column_map: map }: StoredChoices): ImportChoices {
  const chosen = JSON.parse(choices) as ImportChoices;
  return map === null || map === UNKNOWN_TO_OLD ? chosen : { ...chosen, map };
}
