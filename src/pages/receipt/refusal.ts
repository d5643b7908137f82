import { escaped } from '../../reference/html.ts';
import type { AppError, Fault } from '../../schema/core/errors.ts';
import type { Typed } from './form.ts';

/** A form that was refused: why, and what was typed. */
export interface RefusedForm {
  error: AppError;
  typed: Typed;
}

/** A field of a form, as a person sees it. */
export interface FormField {
  /** The name of the input; undefined if the form has none to correct. */
  name?: string | undefined;
  /** The subject of the field, such as a product and its lot. */
  of: string;
  /** The input that would work, as an instruction in lower case. */
  asks: string;
}

/** A fault in words, and the name of its input. */
interface RefusedField {
  fault: Fault;
  text: string;
  name: string | undefined;
}

/** How many faults are written above a form; all are beside their fields. */
const MAX_LISTED_FAULTS = 10;

/** A refused form in the words of its page. */
export interface Refusal {
  typed: Typed;
  faults: RefusedField[];
  /** The first refused field of each input. */
  byName: ReadonlyMap<string | undefined, RefusedField>;
}

/**
 * Returns why a form was refused, in the words of its page: no person knows the paths of the API.
 *
 * @param fieldAt returns the field of the form that a path of the API is about
 */
export function refusalOf(
  { error, typed }: RefusedForm,
  fieldAt: (path: string) => FormField | undefined,
): Refusal {
  const faults = error.faults.map((fault) => {
    const field = fault.field === null ? undefined : fieldAt(fault.field);
    return { fault, text: faultText(fault, field, typed), name: field?.name };
  });
  return { typed, faults, byName: new Map(faults.toReversed().map((each) => [each.name, each])) };
}

/** Returns the text of a fault for a person. Messages that do not begin with a path are sentences already. */
export function faultText(
  { problem, values, wording, message }: Fault,
  field?: FormField,
  typed?: Typed,
): string {
  if (wording === undefined) return message;
  if (!field) return 'This form could not be read. Reload the page and enter it again';
  if (problem === 'exceeds_delivered') {
    const given = typed?.get(field.name ?? '')?.trim() ?? 'That';
    return `${field.of}: ${given} is more than was delivered, ${String(values?.max)}. Check the number, or confirm it`;
  }
  if (problem === 'exceeds_found')
    return `${field.of}: destroyed and held together are more than was found, ${String(values?.max)}. Check the numbers`;
  if (problem === 'quantity_found_missing') return `${field.of}: also enter how many you found`;
  return `${field.of}: ${field.asks}`;
}

/** Returns the texts of a refusal, to be shown above its form. Programs read the problem of each. */
export function refusalIn({ faults }: Refusal): string {
  return faults
    .slice(0, MAX_LISTED_FAULTS)
    .map(
      ({ fault, text, name }) =>
        `<p ${problemIn(fault, name)} class="problem" role="alert">${escaped(text)}</p>`,
    )
    .join('\n');
}

/** Returns the attributes by which programs read a fault; `name` is that of the form's field. */
export function problemIn({ code, problem, values }: Fault, name?: string): string {
  const data = { code, problem, field: name, values: values && JSON.stringify(values) };
  return Object.entries(data)
    .filter(([, value]) => value != null)
    .map(([name, value]) => `data-${name}="${escaped(value!)}"`)
    .join(' ');
}

/** Returns the attribute from which the script takes what it says of an input before the form is sent. */
export function whyOf(text: string): string {
  return `data-why="${escaped(text)}"`;
}

/** The attributes of an input, and the text below it. */
export interface Marks {
  attributes: string;
  below: string;
}

/** Returns the attributes of a refused input, and the text below it; both empty for other inputs. */
export function marksOf(
  refusal: Refusal | undefined,
  name: string,
  { id = name, describedBy }: { id?: string; describedBy?: string } = {},
): Marks {
  const fault = refusal?.byName.get(name);
  const described = [describedBy, fault && `why-${id}`].filter(Boolean).join(' ');
  return {
    attributes: [
      fault && 'aria-invalid="true"',
      // The browser scrolls to the first one.
      fault && fault === refusal?.faults.find((each) => each.name) && 'autofocus',
      described && `aria-describedby="${described}"`,
    ]
      .filter(Boolean)
      .join(' '),
    below: fault ? `<span class="problem" id="why-${id}">${escaped(fault.text)}</span>` : '',
  };
}
