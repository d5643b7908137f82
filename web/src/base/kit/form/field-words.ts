import { inSentenceCase } from '../words/in-sentence-case.ts';

/** The words for a field that differ from its name, for all nouns that have the field. */
export interface FieldWords {
  label?: string;
  /** The words for choices, where their names are not enough. */
  choices?: Readonly<Record<string, string>>;
}

const WORDS: Readonly<Record<string, FieldWords>> = {
  caseGtin: { label: 'GTIN of a case' },
  contactEmail: { label: 'Contact e-mail' },
  endsOn: { label: 'Last day' },
  expiresAt: { label: 'Expiry date' },
  gln: { label: 'GLN' },
  gtin: { label: 'GTIN' },
  orderNumber: { label: "Customer's order number" },
  phone: { label: 'Telephone' },
  pausedFrom: { label: 'First paused day' },
  pausedUntil: { label: 'Last paused day' },
  reference: { label: 'Your number' },
  startsOn: { label: 'First day' },
  url: { label: 'URL' },
  weight: { label: 'Weight (kg)' },
};

/** Returns the words for a field, by its name in the service. */
export function wordsOf(name: string): FieldWords & { label: string } {
  return { label: inSentenceCase(name), ...WORDS[name] };
}
