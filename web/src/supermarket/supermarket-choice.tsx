import { useState } from 'react';
import { Link } from 'wouter';
import { FindSupermarketsDocument, SupermarketNameDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ChoiceField, MAX_IN_SELECT } from '../kit/choice-field.tsx';
import { type Choice, Combobox } from '../kit/combobox.tsx';
import { useSettled } from '../kit/use-settled.ts';

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
  // Undefined until the field is first used.
  const [text, setText] = useState<string>();
  const settled = useSettled(text);
  const { data, isLoading } = useData(
    FindSupermarketsDocument,
    { first: MAX_FOUND, filter: settled ? { words: settled } : {} },
    { isPaused: settled === undefined },
  );
  const chosen = useData(SupermarketNameDocument, { id: value }, { isPaused: value === '' }).data
    ?.supermarket;
  const isAwaited = isLoading || text !== settled;
  const choices = isAwaited ? [] : (data?.supermarkets.nodes ?? []);
  const known = [chosen, ...(data?.supermarkets.nodes ?? [])].find((each) => each?.id === value);
  return (
    <Combobox
      name="supermarketId"
      label={label}
      required={required}
      placeholder={none}
      value={known ? choiceOf(known) : undefined}
      choices={choices.map(choiceOf)}
      total={isAwaited ? 0 : data?.supermarkets.totalCount}
      isLoading={isAwaited}
      onSearch={setText}
      onChange={(choice) => onChange(choice?.id ?? '')}
    />
  );
}

function choiceOf({ id, name }: { id: string; name: string }): Choice {
  return { id, label: name };
}
