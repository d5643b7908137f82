import { z } from 'zod';
import { enumOf } from '../kinds.ts';
import { lot } from '../lot/fields.ts';
import { idInput } from '../record-id.ts';
import {
  anyOf,
  calendarDate,
  DATES_OUT_OF_ORDER,
  isInOrder,
  MAX_LONG_TEXT,
  MAX_QUANTITY,
  multiLineText,
  text,
} from '../rules.ts';

export const KIND = enumOf('WithdrawalKind', ['withdrawal', 'recall', 'test']);
export const SENT_BY = enumOf('NoticeWay', ['mail', 'phone', 'link']);

/** The maximum number of lots in a withdrawal. */
export const MAX_WITHDRAWN = 100;

const longText = multiLineText(MAX_LONG_TEXT);
const RULE = `must be an integer from 0 to ${MAX_QUANTITY}`;
const count = z.int(RULE).min(0, RULE).max(MAX_QUANTITY, RULE).nullish();

export const CreateWithdrawal = z
  .strictObject({
    kind: KIND.rule,
    productId: idInput,
    lots: anyOf(lot, MAX_WITHDRAWN).nullish(),
    bestBeforeFrom: calendarDate.nullish(),
    bestBeforeTo: calendarDate.nullish(),
    reason: longText,
    instruction: longText,
  })
  .refine(({ bestBeforeFrom, bestBeforeTo }) => isInOrder(bestBeforeFrom, bestBeforeTo), {
    error: DATES_OUT_OF_ORDER,
    path: ['bestBeforeTo'],
  })
  .refine(
    ({ lots, bestBeforeFrom, bestBeforeTo }) => (lots == null) === ((bestBeforeFrom ?? bestBeforeTo) != null),
    {
      error: 'must name lots, or else a range of dates',
      path: ['lots'],
    },
  );

export type CreateWithdrawal = z.output<typeof CreateWithdrawal>;

export const AcknowledgeNotice = z.strictObject({
  sentBy: SENT_BY.rule.nullish(),
  acknowledgedBy: text(),
  quantityFound: count,
  quantityDestroyed: count,
  quantityHeld: count,
});

export const CloseWithdrawal = z.strictObject({ reason: longText });
