import { Link } from 'wouter';
import { SupermarketNamesDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ChoiceField } from '../kit/choice-field.tsx';

interface SupermarketChoiceProps {
  /** What choosing none is called. */
  none: string;
  value: string;
  onChange: (id: string) => void;
  label?: string;
  required?: boolean;
}

/** Chooses one of the account's supermarkets. */
export function SupermarketChoice({ label = 'Supermarket', ...rest }: SupermarketChoiceProps) {
  const { data } = useData(SupermarketNamesDocument, {});
  const choices = data?.allSupermarkets.map(({ id, name }) => ({ id, label: name })) ?? [];
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label));
  const isBare = data?.allSupermarkets.length === 0;
  return (
    <ChoiceField
      name="supermarketId"
      label={label}
      choices={sorted}
      hint={isBare && <Link href="/supermarkets/new">Add your first supermarket</Link>}
      {...rest}
    />
  );
}
