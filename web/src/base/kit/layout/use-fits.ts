import { type RefObject, useEffect, useState } from 'react';

/** Returns whether the content of an element is as wide as the element at most, also when either changes. */
export function useFits(element: RefObject<HTMLElement | null>): boolean {
  const [isFitting, setFitting] = useState(false);
  useEffect(() => {
    const { current } = element;
    const [content] = current!.children;
    const observer = new ResizeObserver(() => setFitting(content!.scrollWidth <= current!.clientWidth));
    observer.observe(current!);
    observer.observe(content!);
    return () => observer.disconnect();
  }, [element]);
  return isFitting;
}
