/** Returns in words why the service refused a form, from the page that it answered with. */
export function problemIn(html: string): string {
  const page = pageIn(html);
  const said = [...page.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
  return said.join('. ') || page.querySelector('main p')?.textContent || 'Not sent.';
}

/** Marks the fields that a page marks, with the same texts, and goes to the first. */
export function mark(form: HTMLFormElement, html: string): void {
  const page = pageIn(html);
  form.querySelectorAll('[aria-invalid]').forEach(unmark);
  for (const { id } of page.querySelectorAll('form[data-receipt] [aria-invalid]')) {
    const field = document.getElementById(id);
    const why = page.getElementById(`why-${id}`);
    if (!field || !why) continue;
    markOne(field, why);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

/**
 * Marks the fields that the browser refuses, each with what would work, and goes to the first. Returns
 * whether there is none.
 */
export function markInvalid(form: HTMLFormElement): boolean {
  const refused = [...form.querySelectorAll<HTMLInputElement>('[data-why]')].filter(
    ({ validity }) => !validity.valid,
  );
  form.querySelectorAll('[aria-invalid]').forEach(unmark);
  for (const field of refused) {
    const why = document.createElement('span');
    why.id = `why-${field.id}`;
    why.className = 'problem';
    why.textContent = field.dataset.why!;
    markOne(field, why);
  }
  refused[0]?.focus();
  return refused.length === 0;
}

function markOne(field: HTMLElement, why: Element): void {
  field.setAttribute('aria-invalid', 'true');
  describe(field, [...describersOf(field), why.id]);
  (field.closest('label') ?? field).after(why);
}

/** Takes the mark of a field away. */
export function unmark(field: Element): void {
  const id = `why-${field.id}`;
  field.removeAttribute('aria-invalid');
  describe(
    field,
    describersOf(field).filter((each) => each !== id),
  );
  document.getElementById(id)?.remove();
}

function describersOf(field: Element): string[] {
  return (field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
}

function describe(field: Element, ids: readonly string[]): void {
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '));
  else field.removeAttribute('aria-describedby');
}

function pageIn(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
