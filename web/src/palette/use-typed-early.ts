import { useEffect, useRef } from 'react';

/** The keys that were pressed after a dialog was opened and before it has loaded. */
export interface TypedEarly {
  text: () => string;
  /** Whether Enter was pressed after the text. */
  isEntered: () => boolean;
  /** Called when the dialog takes the keys itself. */
  stop: () => void;
}

/** Collects the keys that are pressed while a dialog is loading. */
export function useTypedEarly(isOpen: boolean): TypedEarly {
  const typed = useRef('');
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (isTaken.current || ctrlKey || metaKey || altKey) return;
      if (key.length === 1) typed.current += key;
      else if (key === 'Enter') typed.current += '\n';
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else return;
      event.preventDefault();
    };
    // Before the other keys of the page are handled.
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      typed.current = '';
      isTaken.current = false;
    };
  }, [isOpen]);
  return {
    text: () => typed.current.replaceAll('\n', ''),
    isEntered: () => typed.current.endsWith('\n'),
    stop: () => void (isTaken.current = true),
  };
}
