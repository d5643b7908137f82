import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Returns the current width of an element, in pixels; 0 until it is known. */
export function useWidth<Element extends HTMLElement>(): [ref: RefObject<Element | null>, width: number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current!;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
