import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { addressOf } from '../../http/admission/admission.ts';
import { STATUS } from '../../http/response/error-status.ts';
import type { InTime } from '../../http/server/deadline.ts';
import {
  bodyTooLarge,
  MAX_BODY_KIB,
  MAX_STRANGERS_BODY_KIB,
  strangersBodyTooLarge,
} from '../../http/server/body.ts';
import { readBytes } from '../../http/server/read-bytes.ts';
import type { Context } from '../../schema/core/context.ts';
import { AppError } from '../../schema/core/errors.ts';
import { answerQuestion } from '../../schema/trade/receipt/answer-question.ts';
import { addPhoto } from '../../schema/trade/receipt/add-photo.ts';
import { findLogoId } from '../../schema/people/account/find-logo-id.ts';
import { readLogo } from '../../schema/people/account/read-logo.ts';
import { openLink, type OpenedLink } from '../../schema/trade/receipt/open-link.ts';
import { readNote } from '../../schema/trade/receipt/read-note.ts';
import { submitReceipt } from '../../schema/trade/receipt/submit-receipt.ts';
import { answerByLink } from '../../schema/trace/withdrawal/answer-by-link.ts';
import { noticeIdOf } from '../../schema/trace/withdrawal/notice-id.ts';
import { type OpenedNotice, openNoticeLink } from '../../schema/trace/withdrawal/open-notice-link.ts';
import { type Told, toldBy, toldWith } from '../../schema/trace/withdrawal/read-told.ts';
import { assetOf, partOfPage, sendAsset } from '../asset.ts';
import { receiptScripts } from '../built-folder.ts';
import { sendLogo } from '../logo.ts';
import { countPages, countTokens } from '../count-pages.ts';
import { answerOf, inputOf, parseForm, typedIn } from './form.ts';
import { messagePage, notePage } from './html.ts';
import { acknowledgementOf, NOTICE_FIELD } from './notice-form.ts';
import { type RefusedForm, textOf } from './refusal.ts';
import { noticePage, withdrawalsIn } from './withdrawal-html.ts';
import { readImage } from './photos.ts';

/** Requests a minute: of a whole branch behind one address, and for one delivery. */
const MAX_PER_ADDRESS = 300;
const MAX_PER_TOKEN = 60;

interface ReceiptOptions {
  /** Returns the context of a request, without a caller. */
  contextOf(request: Request): Context;
  inTime: InTime;
  /** Lets a request continue when its address has a slot. */
  waitForSlot: RequestHandler;
}

type Handler = RequestHandler<{ token: string }>;

/**
 * Returns the routes of `/r/TOKEN`, with which a branch confirms a delivery without signing in. Only POST changes
 * anything, because mail scanners and previews follow links.
 */
export function receiptRoutes({ contextOf, inTime, waitForSlot }: ReceiptOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const style = assetOf('css', partOfPage('receipt/receipt.css'));
  router.get('/receipt.css', (request, response) => sendAsset(request, response, style));
  for (const [name, text] of receiptScripts()) {
    const script = assetOf('js', text);
    router.get(`/${name}`, (request, response) => sendAsset(request, response, script));
  }

  const opened = async (request: Request<{ token: string }>): Promise<[Context, OpenedLink] | undefined> => {
    const context = contextOf(request as Request);
    const link = await inTime(request.exchange, openLink(context.db, request.params.token));
    return link && [actingBy(link, context, request as Request), link];
  };

  const show: Handler = async (request, response) => {
    const found = await opened(request);
    if (!found) return showNotice(request, response);
    response.send(await inTime(request.exchange, pageOfDelivery(...found, request)));
  };

  const openedNotice = async (
    request: Request<{ token: string }>,
  ): Promise<[Context, OpenedNotice] | undefined> => {
    const context = contextOf(request as Request);
    const link = await inTime(request.exchange, openNoticeLink(context.db, request.params.token));
    return link && [actingBy(link, context, request as Request), link];
  };

  const showNotice = async (request: Request<{ token: string }>, response: Response) => {
    const found = await openedNotice(request);
    const told = found && (await inTime(request.exchange, toldBy(...found)));
    if (!told) return void response.status(404).send(NOT_FOUND);
    const logoPath = await inTime(request.exchange, logoPathOf(found[0], request));
    response.send(noticePage(told, logoPath));
  };

  /** Records what a branch says to a withdrawal, by the link of a delivery with the lot or by the notice's own. */
  const acknowledge = async (
    request: Request<{ token: string }>,
    response: Response,
    form: URLSearchParams,
  ) => {
    const found = await opened(request);
    const notice = found ? undefined : await openedNotice(request);
    const [context] = found ?? notice ?? [];
    if (!context) return void response.status(404).send(NOT_FOUND);
    const all = await inTime(
      request.exchange,
      found
        ? toldWith(context, found[1].deliveryId).then(({ shown }) => shown)
        : toldBy(context, notice![1]).then((told) => [told!]),
    );
    const told = all.find((each) => noticeIdOf(each) === form.get(NOTICE_FIELD.notice));
    if (!told) return void response.status(404).send(NOT_FOUND);
    const refused = await inTime(request.exchange, say(context, told, form));
    if (!refused) return response.redirect(303, `/r/${request.params.token}`);
    const page = found
      ? await inTime(request.exchange, pageOfDelivery(context, found[1], request, undefined, refused))
      : noticePage(told, await inTime(request.exchange, logoPathOf(context, request)), refused);
    response.status(STATUS.validation_error).send(page);
  };

  const confirm: Handler = async (request, response) => {
    const isOfDelivery = Boolean(await opened(request));
    if (!isOfDelivery && !(await openedNotice(request))) return void response.status(404).send(NOT_FOUND);
    const form = await (isOfDelivery ? receiptOf(request) : noticeOf(request));
    if (!(form instanceof AppError) && form.has(NOTICE_FIELD.notice)) {
      return acknowledge(request, response, form);
    }
    const found = await opened(request);
    if (!found) return void response.status(404).send(NOT_FOUND);
    const [context, link] = found;
    const answered = form instanceof AppError ? undefined : answerOf(form);
    try {
      if (form instanceof AppError) throw form;
      const said = answered
        ? answerQuestion(context, link, answered)
        : submitReceipt(context, link, inputOf(form));
      await inTime(request.exchange, said);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const typed = typedIn(form instanceof AppError ? new URLSearchParams() : form);
      const refused = { error, typed };
      const page = await inTime(request.exchange, pageOfDelivery(context, link, request, refused));
      return void response.status(STATUS[error.code]).send(page);
    }
    response.redirect(303, `/r/${request.params.token}`);
  };

  const photograph: Handler = async (request, response) => {
    const found = await opened(request);
    if (!found) return void response.status(404).send(NOT_FOUND);
    const [context, { deliveryId }] = found;
    const image = await readImage(request as Request);
    const id = await inTime(request.exchange, addPhoto(context, deliveryId, image));
    response.status(201).json({ id: Number(id) });
  };

  const sendItsLogo: RequestHandler<{ token: string; id: string }> = async (request, response) => {
    const found = (await opened(request)) ?? (await openedNotice(request));
    if (!found) return void response.status(404).send(NOT_FOUND);
    sendLogo(response, await inTime(request.exchange, readLogo(found[0], request.params.id)));
  };

  const counts = [countPages(MAX_PER_ADDRESS), countTokens(MAX_PER_TOKEN)];
  const page = [name, policy, ...counts, waitForSlot] as Handler[];
  router.get('/:token', ...page, show);
  router.get('/:token/logo/:id', ...(page as RequestHandler<never>[]), sendItsLogo);
  router.post('/:token', ...page, confirm);
  router.post('/:token/photos', ...page, photograph);
  router.use(sayInHtml);
  return router;
}

/** Returns the context in which the branch of a link acts. */
function actingBy(
  { caller, branchId }: OpenedLink | OpenedNotice,
  context: Context,
  request: Request,
): Context {
  return { ...context, caller: { ...caller, link: { branchId, address: addressOf(request).address } } };
}

/** Reads the form of a receipt, which can have many lines and a signature. @throws AppError `payload_too_large` */
function receiptOf(request: Request<{ token: string }>) {
  return formOf(request, MAX_BODY_KIB, bodyTooLarge);
}

/** Reads the form of a notice, which is short. @throws AppError `payload_too_large` */
function noticeOf(request: Request<{ token: string }>) {
  return formOf(request, MAX_STRANGERS_BODY_KIB, strangersBodyTooLarge);
}

/** Returns the form that a browser sent, or why it cannot be read. */
async function formOf(
  request: Request<{ token: string }>,
  maxKib: number,
  tooLarge: () => AppError,
): Promise<URLSearchParams | AppError> {
  const isForm = request.is('application/x-www-form-urlencoded');
  const body = isForm ? await readBytes(request as Request, maxKib * 1_024, tooLarge) : '';
  try {
    return parseForm(body.toString());
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function pageOfDelivery(
  context: Context,
  { deliveryId, isChanged }: OpenedLink,
  request: Request<{ token: string }>,
  refused?: RefusedForm,
  refusedNotice?: RefusedForm,
): Promise<string> {
  const [note, told, logoPath] = await Promise.all([
    readNote(context, deliveryId),
    toldWith(context, deliveryId),
    logoPathOf(context, request),
  ]);
  return notePage(note, isChanged, logoPath, refused, withdrawalsIn(told, refusedNotice));
}

/** Returns where the page of a link loads the supplier's logo from; undefined without one. */
async function logoPathOf(
  context: Context,
  { params }: Request<{ token: string }>,
): Promise<string | undefined> {
  const id = await findLogoId(context);
  return id && `/r/${params.token}/logo/${id}`;
}

/** Records what a branch says; returns why that was refused. */
async function say(context: Context, told: Told, form: URLSearchParams): Promise<RefusedForm | undefined> {
  try {
    await answerByLink(context, told, acknowledgementOf(form));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error, typed: typedIn(form) };
  }
  return undefined;
}

/** The response to tokens that are unknown, expired or revoked, which does not say which of these. */
const NOT_FOUND = messagePage(
  'Link not found',
  'This link does not exist or is no longer valid. Ask the supplier for a new one.',
);

const name: RequestHandler = ({ exchange }, response, next) => {
  exchange.route = '/r/:token';
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).type('html');
  next();
};

/** Everything is served from here; nothing can be framed. */
const policy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/** Shows errors intended for the caller as a page. */
const sayInHtml: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof AppError) || response.headersSent) return next(error);
  response
    .status(STATUS[error.code])
    .send(messagePage('This did not work', textOf(error.faults[0]!), error.faults[0]));
};
