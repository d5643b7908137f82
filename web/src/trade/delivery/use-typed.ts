import { useEffect, useRef } from 'react';
import type { Texts } from '../../base/kit/form/form.tsx';

/**
 * Reports what is entered into a form, once it is worth keeping: more than the destination.
 *
 * @param kept what the form keeps in its state, as one object that changes with it
 * @param read returns what the texts of the form say
 * @returns a function to call with the texts
 */
export function useTyped<Draft extends object>(
  draft: Draft,
  kept: Partial<Draft>,
  read: (texts: Texts) => Partial<Draft>,
  onTyped: ((draft: Draft) => void) | undefined,
): (texts: Texts) => void {
  const typed = useRef<Partial<Draft>>(undefined);
  const report = useRef((_kept: Partial<Draft>) => {});
  useEffect(() => {
    report.current = (kept) => onTyped?.({ ...draft, ...typed.current, ...kept });
  });
  useEffect(() => {
    const names = Object.keys(kept) as (keyof Draft)[];
    const isChanged = names.some((name) => name !== 'place' && kept[name] !== draft[name]);
    if (isChanged || typed.current) report.current(kept);
  }, [kept, draft]);
  return (texts) => {
    typed.current = read(texts);
    report.current(kept);
  };
}
