import { AppError } from '../../schema/core/errors.ts';
import { answerQuestion } from '../../schema/trade/receipt/answer-question.ts';
import { readNote } from '../../schema/trade/receipt/read-note.ts';
import { submitReceipt } from '../../schema/trade/receipt/submit-receipt.ts';
import { withdrawalsOfDelivery } from '../../schema/trace/withdrawal/read-told.ts';
import { answerInForm, receiptInputOf, typedIn } from './form.ts';
import { notePage } from './html.ts';
import type { DeliveryPage, Refused } from './open-page.ts';
import { withdrawalsIn } from './withdrawal-html.ts';

/**
 * Returns the page of a delivery: its note with the form or what was confirmed, and withdrawals of its lots.
 */
export async function deliveryPage(
  { context, link }: DeliveryPage,
  logoPath: string | undefined,
  refused?: Refused,
): Promise<string> {
  const { deliveryId, isChanged } = link;
  const [note, told] = await Promise.all([
    readNote(context, deliveryId),
    withdrawalsOfDelivery(context, deliveryId),
  ]);
  const [ofNotice, ofDelivery] = refused?.isOfNotice ? [refused] : [undefined, refused];
  return notePage(note, isChanged, logoPath, ofDelivery, withdrawalsIn(told, ofNotice));
}

/**
 * Records the receipt, or the answer to the supplier's question. Returns why it was refused, and null
 * otherwise.
 */
export async function recordReceipt(
  { context, link }: DeliveryPage,
  form: URLSearchParams | AppError,
): Promise<Refused | null> {
  try {
    if (form instanceof AppError) throw form;
    const answered = answerInForm(form);
    if (answered) await answerQuestion(context, link, answered);
    else await submitReceipt(context, link, receiptInputOf(form));
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const typed = typedIn(form instanceof AppError ? new URLSearchParams() : form);
    return { error, typed, isOfNotice: false };
  }
}
