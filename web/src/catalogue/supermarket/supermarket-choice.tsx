import { Link } from 'wouter';
import { FindSupermarketsDocument, SupermarketNameDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { type Choice, Combobox } from '../../base/kit/form/combobox.tsx';
import { useSearch } from '../../base/kit/table/use-search.ts';

/** The maximum number of search results. */
const MAX_FOUND = 20;

interface SupermarketChoiceProps {
  /** The label of selecting none. */
  none: string;
  value: string;
  onChange: (id: string) => void;
  onAwaited?: (isAwaited: boolean) => void;
  onEntered?: () => void;
  required?: boolean;
}

/** Selects one of the account's supermarkets by words of its name or number, or of one of its branches. */
export function SupermarketChoice({ none, value, onChange, ...field }: SupermarketChoiceProps) {
  const { text, data, failure, isLoading, search } = useSearch(FindSupermarketsDocument, (words) => ({
    first: MAX_FOUND,
    filter: words ? { words } : {},
  }));
  const chosen = useData(SupermarketNameDocument, { id: value }, { isPaused: value === '' }).data
    ?.supermarket;
  const choices = data?.supermarkets.nodes ?? [];
  const known = [chosen, ...choices].find((each) => each?.id === value);
  const hasNone = text === '' && data?.supermarkets.totalCount === 0;
  return (
    <Combobox
      {...field}
      name="supermarketId"
      label="Supermarket"
      hint={hasNone && <Link href="/supermarkets/new">Add your first supermarket</Link>}
      placeholder={none}
      value={known ? choiceOf(known) : undefined}
      choices={choices.map(choiceOf)}
      total={data?.supermarkets.totalCount}
      isLoading={isLoading}
      failure={failure}
      onSearch={search}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}

function choiceOf({ id, name, reference }: { id: string; name: string; reference: string | null }): Choice {
  return { id, label: name, ...(reference !== null && { about: reference }) };
}
