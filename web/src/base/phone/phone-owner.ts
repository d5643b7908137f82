const NAME = 'phone';

/**
 * Returns whose stops this phone keeps: the id of a person, empty if only changes wait here; null if it keeps
 * nothing.
 */
export function phoneOwner(): string | null {
  return localStorage.getItem(NAME);
}

/** Notes whose stops this phone keeps. */
export function setPhoneOwner(personId: string | null): void {
  if (personId === null) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, personId);
}
