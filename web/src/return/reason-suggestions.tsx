import { ReturnReasonsDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Suggestions } from '../kit/suggestions.tsx';

/** Suggests return reasons to an input, which refers to them by its `list`. */
export function ReasonSuggestions({ id }: { id: string }) {
  const { data } = useData(ReturnReasonsDocument, {});
  return <Suggestions id={id} texts={data?.returnReasons ?? []} />;
}
