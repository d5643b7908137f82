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
  // A dialog that it opens gives the focus back to it.
  action?.focus();
  action?.click();
  return action !== null;
}

/** Starts a new record as soon as the page that is being opened has a button for it, within some seconds. */
export function startNewOnceShown(): void {
  const end = Date.now() + 5_000;
  const look = () => {
    if (!startNew() && Date.now() < end) requestAnimationFrame(look);
  };
  // By the next frame, the page before is gone.
  requestAnimationFrame(look);
}
