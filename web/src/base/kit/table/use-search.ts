import { useState } from 'react';
import type { Document } from '../../graphql/document.ts';
import type { Failure } from '../../graphql/failure.ts';
import { useData } from '../../graphql/use-data.ts';
import { useSettled } from '../feedback/use-settled.ts';

/** The options that were found for what is typed into a combobox. */
interface Search<Data> {
  /** The typed text; undefined until the field is first used. */
  text: string | undefined;
  /** The response; undefined until the text is searched for. */
  data: Data | undefined;
  failure: Failure | undefined;
  isLoading: boolean;
  search: (text: string) => void;
}

/**
 * Searches for what is typed into a combobox. A failed search is repeated when the same text is searched
 * again.
 */
export function useSearch<Data, Variables extends object>(
  document: Document<Data, Variables>,
  variablesOf: (text: string) => Variables,
): Search<Data> {
  const [text, setText] = useState<string>();
  const settled = useSettled(text);
  const found = useData(document, variablesOf(settled ?? ''), { isPaused: settled === undefined });
  const isLoading = found.isLoading || text !== settled;
  return {
    text,
    data: isLoading ? undefined : found.data,
    failure: isLoading ? undefined : found.failure,
    isLoading,
    search(typed) {
      setText(typed);
      if (found.failure && typed === settled) found.reload();
    },
  };
}
