import { Link } from 'wouter';
import { FindSupermarketsDocument, SupermarketNameDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { ChoiceField, MAX_IN_SELECT } from '../../base/kit/form/choice-field.tsx';
import { type Choice, Combobox } from '../../base/kit/form/combobox.tsx';
import { useSearch } from '../../base/kit/table/use-search.ts';

/** The maximum number of search results. */
const MAX_FOUND = 20;

interface SupermarketChoiceProps {
  /** The label of selecting none. */
  none: string;
  value: string;
  onChange: (id: string) => void;
  label?: string;
  required?: boolean;
}

/** Selects one of the account's supermarkets: few from a list, many by typing a part of the name. */
export function SupermarketChoice({ label = 'Supermarket', ...props }: SupermarketChoiceProps) {
  const { data } = useData(FindSupermarketsDocument, { first: MAX_IN_SELECT });
  const first = data?.supermarkets;
  if (first?.pageInfo.hasNextPage) return <SupermarketSearch label={label} {...props} />;
  return (
    <ChoiceField
      name="supermarketId"
      label={label}
      choices={first?.nodes.map(choiceOf) ?? []}
      hint={first?.nodes.length === 0 && <Link href="/supermarkets/new">Add your first supermarket</Link>}
      {...props}
    />
  );
}

function SupermarketSearch({
  label,
  none,
  value,
  onChange,
  required,
}: SupermarketChoiceProps & { label: string }) {
  const { data, failure, isLoading, search } = useSearch(FindSupermarketsDocument, (words) => ({
    first: MAX_FOUND,
    filter: words ? { words } : {},
  }));
  const chosen = useData(SupermarketNameDocument, { id: value }, { isPaused: value === '' }).data
    ?.supermarket;
  const choices = data?.supermarkets.nodes ?? [];
  const known = [chosen, ...choices].find((each) => each?.id === value);
  return (
    <Combobox
      name="supermarketId"
      label={label}
      required={required}
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

function choiceOf({ id, name }: { id: string; name: string }): Choice {
  return { id, label: name };
}
