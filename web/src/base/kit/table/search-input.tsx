import { MAX_TEXT } from '../../../generated/rules.ts';
import { FilterInput, type Filters } from './filters.tsx';

interface SearchInputProps {
  filters: Filters<'words'>;
  /** The fields that are searched, such as "Name or number". */
  placeholder: string;
}

/** Filters a list by words, in any order. */
export function SearchInput({ filters: { values, set }, placeholder }: SearchInputProps) {
  return (
    <FilterInput
      name="words"
      label="Search"
      isLabelHidden
      type="search"
      placeholder={placeholder}
      maxLength={MAX_TEXT}
      value={values.words}
      onChange={(words) => set('words', words)}
    />
  );
}
