/** Returns whether somebody types there, so that keys are letters. */
export function isTypedIn(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  if (element?.isContentEditable) return true;
  if (element instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(element.type);
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

/** Returns whether a key belongs to something else than the page, such as a field or a dialog. */
export function isKeyTaken(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey } = event;
  return (
    event.defaultPrevented ||
    event.isComposing ||
    ctrlKey ||
    metaKey ||
    altKey ||
    isTypedIn(target) ||
    document.querySelector('dialog[open], :popover-open') !== null
  );
}
