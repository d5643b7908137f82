import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSigningOut } from '../shell/use-signing-out.tsx';
import { collect, setPalette } from './early-keys.ts';
import { COMMAND, focusSearch, shortcutOf, startNew } from './shortcut.ts';
import styles from './palette.module.css';

// Loaded after the sign-in, so that the first page loads faster.
const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/**
 * Handles the keys that work on every page, if they are enabled. Returns a function that opens the palette,
 * and the open dialog.
 */
export function useShortcuts(isEnabled: boolean): { find: (() => void) | undefined; dialog: ReactNode } {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const { signOut, question } = useSigningOut();
  useEffect(() => (isEnabled ? whenIdle(() => void loadPalette()) : undefined), [isEnabled]);
  useEffect(() => {
    setPalette(isEnabled ? () => setOpen('palette') : undefined);
    if (!isEnabled) return;
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === undefined) return;
      if (shortcut === 'palette' || shortcut === 'keys') setOpen(shortcut);
      else if (!(shortcut === 'search' ? focusSearch() : startNew())) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isEnabled]);
  const close = () => setOpen(undefined);
  const find = () => {
    collect();
    setOpen('palette');
  };
  return {
    find: isEnabled ? find : undefined,
    dialog: (
      <>
        {open && (
          <Suspense>
            {open === 'palette' ? (
              <Palette onClose={close} signOut={signOut} />
            ) : (
              <KeysDialog onClose={close} />
            )}
          </Suspense>
        )}
        {question}
      </>
    ),
  };
}

/** Runs `work` once the browser has nothing else to do. Returns a function that gives it up. */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/** The button that opens the palette. */
export function FindButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.open} aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
      <Search size={18} aria-hidden /> Find <kbd aria-hidden>{COMMAND.join(' ')}</kbd>
    </button>
  );
}
