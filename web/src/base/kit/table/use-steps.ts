import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * Returns how many steps the content of an element has to give way to fit into it, and whether it then fits.
 * Each step is rendered and measured before the browser paints.
 *
 * @param most the steps that there are
 * @param of what the content shows: a change begins anew
 */
export function useSteps(element: RefObject<HTMLElement | null>, most: number, ...of: unknown[]) {
  const [state, set] = useState({ of, step: 0, isFitting: false });
  const { step, isFitting } = state;
  if (state.of.some((each, index) => each !== of[index])) set({ of, step: 0, isFitting });
  useLayoutEffect(() => {
    const fits = isWithin(element.current!);
    // Only what is rendered can be measured.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!fits && state.step < most) set({ ...state, step: state.step + 1 });
    else if (fits !== state.isFitting) set({ ...state, isFitting: fits });
  }, [element, most, state]);
  useEffect(() => {
    const region = element.current!;
    let width = region.clientWidth;
    const observer = new ResizeObserver(() => {
      // Fonts and images that arrive late change the content alone.
      const isSame = region.clientWidth === width;
      width = region.clientWidth;
      set((state) => (isSame ? (isWithin(region) ? state : { ...state }) : { ...state, step: 0 }));
    });
    observer.observe(region);
    observer.observe(region.firstElementChild!);
    return () => observer.disconnect();
  }, [element]);
  return { step, isFitting };
}

function isWithin({ firstElementChild, clientWidth }: HTMLElement): boolean {
  return firstElementChild!.scrollWidth <= clientWidth;
}
