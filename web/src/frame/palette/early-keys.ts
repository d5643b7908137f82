import { shortcutOf } from './shortcut.ts';

/** The text typed since Ctrl K; undefined unless somebody asked for the palette. */
let typed: string | undefined;
let isTaken = false;
/** Opens the palette; undefined until the page can show it. */
let open: (() => void) | undefined;
/** Whether the page is still loading, so that nobody knows yet whether there will be a palette. */
let isStarting = true;

/** Collects what is typed between Ctrl K and the palette, from the first moment of the page on. */
export function collectEarlyKeys(): void {
  // Before the other keys of the page are handled.
  addEventListener('keydown', press, true);
}

/**
 * Tells how the palette is opened, and opens it if it was asked for already. Without it, Ctrl K is the
 * browser's.
 */
export function setPalette(opens: (() => void) | undefined): void {
  isStarting = false;
  open = opens;
  if (!open) typed = undefined;
  else if (typed !== undefined && !isTaken) open();
}

/** Begins to collect the keys for a palette that is being opened. */
export function collect(): void {
  typed ??= '';
}

/**
 * Hands the keys to the palette: what was typed, and whether Enter followed. From now on it has the keys
 * itself.
 *
 * @returns what to call once the palette has closed
 */
export function takeEarlyKeys(take: (text: string, isEntered: boolean) => void): () => void {
  const all = typed ?? '';
  isTaken = true;
  take(all.replaceAll('\n', ''), all.endsWith('\n'));
  return () => {
    typed = undefined;
    isTaken = false;
  };
}

function press(event: KeyboardEvent): void {
  if (isTaken) return;
  if (typed === undefined) {
    if ((open ?? isStarting) && shortcutOf(event) === 'palette') {
      event.preventDefault();
      collect();
      open?.();
    }
    return;
  }
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (key.length === 1) typed += key;
  else if (key === 'Enter') typed += '\n';
  else if (key === 'Backspace') typed = typed.slice(0, -1);
  else return;
  event.preventDefault();
}
