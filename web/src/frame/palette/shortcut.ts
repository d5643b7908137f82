import { isTypedIn } from '../../base/kit/form/is-typed-in.ts';

/** Whether commands of the page are pressed with ⌘, as on devices by Apple. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the palette, as they are written. */
export const COMMAND = [isApple ? '⌘' : 'Ctrl', 'K'];

/** The effect of a key. */
type Shortcut = 'palette' | 'search' | 'new' | 'keys';

const PLAIN: Record<string, Shortcut> = { '/': 'search', n: 'new', '?': 'keys' };

/** Returns what a pressed key does; nothing while someone types, or while a dialog is open. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return undefined;
  if (isTypedIn(target) || document.querySelector('dialog[open]')) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : undefined;
  return PLAIN[key];
}

/** Focuses the search of the list on the page, if it has one. Returns whether it has. */
export function focusSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (!input?.checkVisibility()) return false;
  input.focus();
  input.select();
  return true;
}

/**
 * Presses the button or follows the link that creates a record of the list on the page. Returns whether there
 * is one.
 */
export function startNew(): boolean {
  const action = document.querySelector<HTMLElement>('main [aria-keyshortcuts=n]');
  if (!action) return false;
  const { pathname } = location;
  // A dialog that it opens gives the focus back to it, and has the focus in its first field itself.
  action.focus();
  action.click();
  if (location.pathname !== pathname) onceShown(focusFirstField);
  return true;
}

/** Focuses the first field of the form on the page. Returns whether there is one. */
function focusFirstField(): boolean {
  const field = document.querySelector<HTMLElement>(
    'main form :is(input:not([type=hidden]), select, textarea):not(:disabled)',
  );
  field?.focus();
  return field !== null;
}

/** Starts a new record as soon as the page that is being opened has a button for it. */
export function startNewOnceShown(): void {
  onceShown(startNew);
}

/**
 * Tries something at each frame until it succeeds, for some seconds. By the first, the page before is gone.
 */
function onceShown(attempt: () => boolean): void {
  const end = Date.now() + 5_000;
  const look = () => {
    if (!attempt() && Date.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
