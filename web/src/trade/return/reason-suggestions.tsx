import { ReturnReasonsDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Suggestions } from '../../base/kit/form/suggestions.tsx';
import { reasonInWords } from './reason-in-words.ts';

/** Returns the codes of the suggested return reasons. */
export function useSuggestedReasons(): readonly string[] {
  return useData(ReturnReasonsDocument, {}).data?.returnReasons ?? [];
}

/** Suggests return reasons to an input, which refers to them by its `list`. */
export function ReasonSuggestions({ id }: { id: string }) {
  return <Suggestions id={id} texts={useSuggestedReasons().map(reasonInWords)} />;
}
