import { SUPERMARKET_FORM } from '../../generated/forms.ts';
import type { SupermarketFormFragment } from '../../generated/operations.ts';
import { figure } from '../../base/kit/words/format.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';
import { cutOffInWords } from './cut-off-words.ts';

type Targets = SupermarketFormFragment['targets'];

const WORDS = {
  minRemainingDays: { label: 'Minimum shelf life (days)' },
  minRemainingPercent: { label: 'Minimum shelf life (% of the product’s)' },
  refusesShortDated: { label: 'Refuse lots with less instead of warning about them' },
  hidesPrices: { label: 'Leave prices out of delivery notes' },
  cutOff: {
    inWords: cutOffInWords,
    members: {
      daysBefore: { label: 'Cut-off (days before delivery)' },
      time: { label: 'Cut-off time' },
    },
  },
  targets: {
    inWords: ({ onTime, fillRate }: Targets) =>
      `On time ${figure(onTime)} %, fill rate ${figure(fillRate)} %`,
    members: { onTime: { label: 'Target on time (%)' }, fillRate: { label: 'Target fill rate (%)' } },
  },
};

/** The form of a supermarket. */
export const SUPERMARKET = nounForm<SupermarketFormFragment>(SUPERMARKET_FORM, WORDS);

const { targets: _targets, ...ofNew } = SUPERMARKET_FORM;

/** The form of a new supermarket, whose targets are the defaults. */
export const NEW_SUPERMARKET = nounForm<Omit<SupermarketFormFragment, 'targets'>>(ofNew, WORDS);
