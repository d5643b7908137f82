import { useLocation, useSearch } from 'wouter';
import { ButtonLink } from '../kit/button.tsx';
import { wholeNumber } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { MAX_NOTES } from './use-notes.ts';

interface PrintPartsProps {
  /** The part that is shown, from 1. */
  part: number;
  /** How many deliveries there are; undefined until it is known. */
  total: number | undefined;
}

/** Says which deliveries of many are shown, and leads to the others, which are printed one part after the other. */
export function PrintParts({ part, total = 0 }: PrintPartsProps) {
  const [path] = useLocation();
  const search = useSearch();
  if (total <= MAX_NOTES && part === 1) return null;
  const parts = Math.ceil(total / MAX_NOTES);
  const [first, last] = [(part - 1) * MAX_NOTES + 1, Math.min(part * MAX_NOTES, total)];
  const linkTo = (other: number, label: string) => {
    const asked = new URLSearchParams(search);
    asked.set('part', String(other));
    return (
      <ButtonLink isSmall href={`${path}?${asked}`}>
        {label}
      </ButtonLink>
    );
  };
  return (
    <Notice
      tone="warn"
      title={`Part ${part} of ${parts}: deliveries ${wholeNumber(first)} to ${wholeNumber(last)} of ${wholeNumber(total)}`}
      actions={
        <>
          {part > 1 && linkTo(part - 1, 'Previous part')}
          {part < parts && linkTo(part + 1, 'Next part')}
        </>
      }
    >
      One print has at most {MAX_NOTES}. Print each part.
    </Notice>
  );
}
