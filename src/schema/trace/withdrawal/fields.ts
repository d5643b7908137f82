import { z } from 'zod';
import { violation } from '../../../problems.ts';
import { MAX_LONG_TEXT, MAX_QUANTITY } from '../../core/limits.ts';
import { enumOf } from '../../core/noun/kinds.ts';
import { lot } from '../../trade/lot/fields.ts';
import { idInput } from '../../core/noun/record-id.ts';
import {
  anyOf,
  calendarDate,
  DATES_OUT_OF_ORDER,
  instant,
  isInOrder,
  multiLineText,
  text,
} from '../../core/noun/rules.ts';
import { finding, issueOf } from '../../core/noun/issues.ts';
import { MAX_WITHDRAWN_LOTS } from '../limits.ts';

export const KIND = enumOf('WithdrawalKind', 'What a withdrawal is.', {
  withdrawal: 'Goods are taken from the shelves.',
  recall: 'Consumers are warned too.',
  test: 'The exercise that audits ask for. It flags no lots.',
});
export const SENT_BY = enumOf('NoticeWay', 'How a branch was told.', {
  mail: 'By mail.',
  phone: 'By phone.',
  link: 'By a link.',
});

const longText = multiLineText(MAX_LONG_TEXT);
const RULE = `must be an integer from 0 to ${MAX_QUANTITY}`;
const count = z.int(RULE).min(0, RULE).max(MAX_QUANTITY, RULE).nullish();

export const CreateWithdrawal = z
  .strictObject({
    kind: KIND.rule,
    productId: idInput,
    lots: anyOf(lot, MAX_WITHDRAWN_LOTS).nullish(),
    bestBeforeFrom: calendarDate.nullish(),
    bestBeforeTo: calendarDate.nullish(),
    reason: longText,
    instruction: longText,
  })
  .refine(({ bestBeforeFrom, bestBeforeTo }) => isInOrder(bestBeforeFrom, bestBeforeTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['bestBeforeTo'],
  })
  .refine(
    ({ lots, bestBeforeFrom, bestBeforeTo }) => (lots == null) === ((bestBeforeFrom ?? bestBeforeTo) != null),
    {
      ...finding('required_without', 'must name lots, or else a range of dates', {
        others: ['bestBeforeFrom', 'bestBeforeTo'],
      }),
      path: ['lots'],
    },
  );

export type CreateWithdrawal = z.output<typeof CreateWithdrawal>;

/** The earlier names of fields of an acknowledgement. */
export const FORMER_NAMES = {
  toldWay: 'sentBy',
  found: 'quantityFound',
  destroyed: 'quantityDestroyed',
  held: 'quantityHeld',
} as const;

export type AcknowledgeNotice = z.output<typeof AcknowledgeNotice>;
export const AcknowledgeNotice = z
  .strictObject({
    acknowledgedBy: text(),
    toldWay: SENT_BY.rule.nullish(),
    toldBy: text().nullish(),
    found: count,
    destroyed: count,
    held: count,
    confirmed: count,
    sentBy: SENT_BY.rule.nullish(),
    quantityFound: count,
    quantityDestroyed: count,
    quantityHeld: count,
  })
  .superRefine((given, { addIssue }) => {
    for (const [name, former] of Object.entries(FORMER_NAMES) as [
      keyof typeof FORMER_NAMES,
      (typeof FORMER_NAMES)[keyof typeof FORMER_NAMES],
    ][]) {
      if (given[name] != null && given[former] != null && given[name] !== given[former]) {
        const wording = `is the former name of ${name}: send one of the two`;
        addIssue(issueOf(violation('former_name', wording, { other: name }), [former]));
      }
    }
    if (given.toldBy != null && given.toldWay == null && given.sentBy == null) {
      const wording = 'is required with toldBy';
      addIssue(issueOf(violation('required_with', wording, { other: 'toldBy' }), ['toldWay']));
    }
  });

export const TellNotice = z.strictObject({ way: SENT_BY.rule, by: text(), at: instant.nullish() });

export const CloseWithdrawal = z.strictObject({ reason: longText });
