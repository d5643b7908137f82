import { STANDING_ORDER_FORM } from '../generated/forms.ts';
import type { StandingOrderFormFragment } from '../generated/operations.ts';
import { nounForm } from '../kit/noun-form.tsx';
import { SHIFTS } from './words.ts';

const {
  pausedFrom: _from,
  pausedUntil: _until,
  notes,
  reference,
  orderNumber,
  ...schedule
} = STANDING_ORDER_FORM;
const texts = { notes, reference, orderNumber };

/** What the form of a standing order edits, apart from its lines and days. Pauses have a dialog. */
export type StandingOrderValues = Omit<StandingOrderFormFragment, 'pausedFrom' | 'pausedUntil'>;
type TextName = keyof typeof texts;

const WORDS = {
  everyWeeks: { label: 'Every how many weeks', hint: 'Counted from the week of the first day' },
  startsOn: { label: 'First day' },
  endsOn: { label: 'Last day' },
  leadDays: { label: 'Days ahead', hint: 'How long before its day each delivery is created' },
  generateAt: { label: 'Time of day', hint: 'In your account’s time zone' },
  shift: { label: 'On a closed day', choices: SHIFTS },
  orderNumber: { hint: 'Copied to each delivery' },
};

/** The form of a standing order, and its two parts: when it delivers, and its texts. */
export const STANDING_ORDER = nounForm<StandingOrderValues>({ ...schedule, ...texts }, WORDS);
export const SCHEDULE = nounForm<Omit<StandingOrderValues, TextName>>(schedule, WORDS);
export const ORDER_TEXTS = nounForm<Pick<StandingOrderValues, TextName>>(texts, WORDS);
