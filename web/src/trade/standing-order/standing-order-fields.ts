import { STANDING_ORDER_FORM } from '../../generated/forms.ts';
import type { StandingOrderFormFragment } from '../../generated/operations.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';
import { SHIFTS } from './words.ts';

const { pausedFrom, pausedUntil, notes, reference, orderNumber, ...schedule } = STANDING_ORDER_FORM;
const texts = { notes, reference, orderNumber };

/** The values that the form of a standing order edits, apart from lines and days. Pauses have a dialog. */
export type StandingOrderValues = Omit<StandingOrderFormFragment, 'pausedFrom' | 'pausedUntil'>;
type TextName = keyof typeof texts;

const WORDS = {
  everyWeeks: { label: 'Repeat every (weeks)' },
  leadDays: { label: 'Lead time (days)' },
  generateAt: { label: 'Created at' },
  shift: { label: 'On a closed day', choices: SHIFTS },
};

/** The form of a standing order, and its two parts: when it delivers, and its texts. */
export const STANDING_ORDER = nounForm<StandingOrderValues>({ ...schedule, ...texts }, WORDS);
export const SCHEDULE = nounForm<Omit<StandingOrderValues, TextName>>(schedule, WORDS);
export const ORDER_TEXTS = nounForm<Pick<StandingOrderValues, TextName>>(texts);

/** The form of a pause. */
export const PAUSE = nounForm<Pick<StandingOrderFormFragment, 'pausedFrom' | 'pausedUntil'>>({
  pausedFrom,
  pausedUntil,
});
