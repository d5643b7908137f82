import type { Context } from '../../schema/core/context.ts';
import { openLink, type OpenedLink } from '../../schema/trade/receipt/open-link.ts';
import { type OpenedNotice, openNoticeLink } from '../../schema/trace/withdrawal/open-notice-link.ts';
import type { RefusedForm } from './refusal.ts';

/** The page of a delivery, with the context in which its branch acts. */
export interface DeliveryPage {
  of: 'delivery';
  context: Context;
  link: OpenedLink;
}

/** The page of a withdrawal's notice to a branch. */
export interface NoticePage {
  of: 'notice';
  context: Context;
  link: OpenedNotice;
}

export type OpenedPage = DeliveryPage | NoticePage;

/** A form that was refused, and which of the page's forms it is. */
export interface Refused extends RefusedForm {
  isOfNotice: boolean;
}

/** Returns the page that a token opens; undefined for one that is unknown, expired or revoked. */
export async function openPage(
  context: Context,
  token: string,
  address: string,
): Promise<OpenedPage | undefined> {
  const link = await openLink(context.db, token);
  if (link) return { of: 'delivery', context: actingBy(link, context, address), link };
  const notice = await openNoticeLink(context.db, token);
  return notice && { of: 'notice', context: actingBy(notice, context, address), link: notice };
}

function actingBy(
  { caller, branchId }: OpenedLink | OpenedNotice,
  context: Context,
  address: string,
): Context {
  return { ...context, caller: { ...caller, link: { branchId, address } } };
}
