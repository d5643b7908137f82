import { type ComponentProps, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

type FocusedNoticeProps = Omit<ComponentProps<typeof Notice>, 'ref'> & {
  /** The subject of the notice. The notice takes the focus again when the subject is another one. */
  of: unknown;
};

/** A notice that takes the focus, which brings it into view, and is announced. */
export function FocusedNotice({ of, ...notice }: FocusedNoticeProps) {
  const element = useRef<HTMLDivElement>(null);
  const focused = useRef<unknown>(undefined);
  useEffect(() => {
    if (focused.current === of) return;
    focused.current = of;
    element.current!.focus({ preventScroll: true });
    // By a sticky bar, the nearest edge could be covered.
    element.current!.scrollIntoView({ block: 'center' });
  }, [of]);
  return <Notice {...notice} ref={element} />;
}
