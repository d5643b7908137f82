import { wholeNumberIn } from './form.ts';

/** The names of the fields of an acknowledgement. `notice` says that the form is one. */
export const NOTICE_FIELD = {
  notice: 'notice',
  acknowledgedBy: 'acknowledgedBy',
  found: 'found',
  destroyed: 'destroyed',
  held: 'held',
  confirmed: 'confirmed',
} as const;

/** The acknowledgement that a branch sends by its link. */
interface Acknowledgement {
  acknowledgedBy: string;
  found?: number | undefined;
  destroyed?: number | undefined;
  held?: number | undefined;
  confirmed?: number | undefined;
}

/** Returns the acknowledgement in a form, without empty fields. */
export function acknowledgementOf(form: URLSearchParams): Acknowledgement {
  const countOf = (name: string) => {
    const text = form.get(name)?.trim();
    return text ? wholeNumberIn(text) : undefined;
  };
  return {
    acknowledgedBy: form.get(NOTICE_FIELD.acknowledgedBy) ?? '',
    found: countOf(NOTICE_FIELD.found),
    destroyed: countOf(NOTICE_FIELD.destroyed),
    held: countOf(NOTICE_FIELD.held),
    confirmed: countOf(NOTICE_FIELD.confirmed),
  };
}
