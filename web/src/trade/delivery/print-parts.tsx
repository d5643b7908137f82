import { useLocation, useSearch } from 'wouter';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { MAX_NOTES } from './use-notes.ts';

interface PrintPartsProps {
  /** The part that is shown, from 1. */
  part: number;
  /** How many deliveries there are; undefined until it is known. */
  total: number | undefined;
  /** How many of them could not be read. */
  missing: number;
}

/**
 * Says which deliveries are shown: of those that were asked for, and of many, which are printed one part
 * after the other.
 */
export function PrintParts({ part, total, missing }: PrintPartsProps) {
  return (
    <>
      {missing > 0 && (
        <Notice tone="bad" title={`${plural(missing, 'delivery')} not found, and missing here`}>
          Select the deliveries again.
        </Notice>
      )}
      <Part part={part} total={total} />
    </>
  );
}

function Part({ part, total = 0 }: Omit<PrintPartsProps, 'missing'>) {
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
