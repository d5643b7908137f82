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
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', why.id);
    field.after(why);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

/** Takes the mark of a field away. */
export function unmark(field: Element): void {
  for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name);
  document.getElementById(`why-${field.id}`)?.remove();
}

function pageIn(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
