import { AppError } from '../../schema/core/errors.ts';
import { answerByLink } from '../../schema/trace/withdrawal/answer-by-link.ts';
import { noticeIdOf } from '../../schema/trace/withdrawal/notice-id.ts';
import {
  type BranchWithdrawal,
  withdrawalOfNotice,
  withdrawalsOfDelivery,
} from '../../schema/trace/withdrawal/read-told.ts';
import { typedIn } from './form.ts';
import { acknowledgementOf, NOTICE_FIELD } from './notice-form.ts';
import type { NoticePage, OpenedPage, Refused } from './open-page.ts';
import { noticePage } from './withdrawal-html.ts';

/** Returns the page of a notice; undefined if its withdrawal no longer exists. */
export async function pageOfNotice(
  { context, link }: NoticePage,
  logoPath: string | undefined,
  refused?: Refused,
): Promise<string | undefined> {
  const told = await withdrawalOfNotice(context, link);
  return told && noticePage(told, logoPath, refused);
}

/**
 * Records a branch's answer to a withdrawal, by the link of a delivery with the lot or by that of the notice.
 * Returns why it was refused, and null otherwise.
 */
export async function recordAnswer(
  page: OpenedPage,
  form: URLSearchParams,
): Promise<Refused | 'not_found' | null> {
  const all = await noticesOfPage(page);
  const told = all.find((each) => noticeIdOf(each) === form.get(NOTICE_FIELD.notice));
  if (!told) return 'not_found';
  try {
    await answerByLink(page.context, told, acknowledgementOf(form));
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error, typed: typedIn(form), isOfNotice: true };
  }
}

async function noticesOfPage({ of, context, link }: OpenedPage): Promise<BranchWithdrawal[]> {
  if (of === 'delivery') return (await withdrawalsOfDelivery(context, link.deliveryId)).shown;
  const told = await withdrawalOfNotice(context, link);
  return told ? [told] : [];
}
