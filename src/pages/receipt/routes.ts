import { extname } from 'node:path';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { addressOf } from '../../http/admission/admission.ts';
import { STATUS } from '../../http/response/error-status.ts';
import type { InTime } from '../../http/server/deadline.ts';
import {
  bodyTooLarge,
  MAX_BODY_KIB,
  MAX_STRANGERS_BODY_KIB,
  strangersBodyTooLarge,
  readBytes,
} from '../../http/server/body.ts';
import type { Context } from '../../schema/core/context.ts';
import { AppError } from '../../schema/core/errors.ts';
import { addPhoto } from '../../schema/trade/receipt/add-photo.ts';
import { findLogoId } from '../../schema/people/account/find-logo-id.ts';
import { readLogo } from '../../schema/people/account/read-logo.ts';
import { assetOf, sendAsset } from '../asset.ts';
import { receiptParts } from '../built-folder.ts';
import { sendLogo } from '../logo.ts';
import { countPages, countTokens } from '../count-pages.ts';
import { parseForm } from './form.ts';
import { messagePage } from './html.ts';
import { NOTICE_FIELD } from './notice-form.ts';
import { faultText } from './refusal.ts';
import { readImage } from './photos.ts';
import { deliveryPage, recordReceipt } from './delivery-page.ts';
import { pageOfNotice, recordAnswer } from './notice-page.ts';
import { type OpenedPage, openPage, type Refused } from './open-page.ts';

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

type LinkRequest = Request<{ token: string }>;
type Handler = RequestHandler<{ token: string }>;

/**
 * Returns the routes of `/r/TOKEN`, with which a branch confirms a delivery, or acknowledges a withdrawal,
 * without signing in. Only POST changes anything, because mail scanners and previews follow links.
 */
export function receiptRoutes({ contextOf, inTime, waitForSlot }: ReceiptOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [name, bytes] of receiptParts()) {
    const part = assetOf(extname(name).slice(1), bytes);
    router.get(`/${name}`, (request, response) => sendAsset(request, response, part));
  }

  const open = (request: LinkRequest) => {
    const found = openPage(
      contextOf(request as Request),
      request.params.token,
      addressOf(request as Request).address,
    );
    return inTime(request.exchange, found);
  };

  const show: Handler = async (request, response) => {
    const page = await open(request);
    const html = page && (await inTime(request.exchange, linkHtml(page, request)));
    if (html === undefined) return void response.status(404).send(NOT_FOUND);
    response.send(html);
  };

  const submit: Handler = async (request, response) => {
    const before = await open(request);
    if (!before) return void response.status(404).send(NOT_FOUND);
    const form = await formIn(request, FORM_BODIES[before.of]);
    // The link may have expired while the form was sent.
    const page = await open(request);
    const refused = page && (await inTime(request.exchange, recordForm(page, form)));
    if (!page || refused === 'not_found') return void response.status(404).send(NOT_FOUND);
    if (refused === null) return response.redirect(303, `/r/${request.params.token}`);
    const html = await inTime(request.exchange, linkHtml(page, request, refused));
    if (html === undefined) return void response.status(404).send(NOT_FOUND);
    response.status(STATUS[refused!.error.code]).send(html);
  };

  const photograph: Handler = async (request, response) => {
    const page = await open(request);
    if (page?.of !== 'delivery') return void response.status(404).send(NOT_FOUND);
    const image = await readImage(request as Request);
    const id = await inTime(request.exchange, addPhoto(page.context, page.link.deliveryId, image));
    response.status(201).json({ id: Number(id) });
  };

  const sendItsLogo: RequestHandler<{ token: string; id: string }> = async (request, response) => {
    const page = await open(request);
    if (!page) return void response.status(404).send(NOT_FOUND);
    sendLogo(response, await inTime(request.exchange, readLogo(page.context, request.params.id)));
  };

  const counts = [
    /* guard: pages-per-address */ countPages(MAX_PER_ADDRESS),
    /* guard: pages-per-token */ countTokens(MAX_PER_TOKEN),
  ];
  const page = [name, receiptPolicy, ...counts, waitForSlot] as Handler[];
  router.get('/:token', ...page, show);
  router.get('/:token/logo/:id', ...(page as RequestHandler<never>[]), sendItsLogo);
  router.post('/:token', ...page, submit);
  router.post('/:token/photos', ...page, photograph);
  router.use(sayInHtml);
  return router;
}

/** The largest body of a page's form: a receipt can have many lines and a signature, a notice is short. */
const FORM_BODIES = {
  delivery: { maxKib: MAX_BODY_KIB, tooLarge: bodyTooLarge },
  notice: { maxKib: MAX_STRANGERS_BODY_KIB, tooLarge: strangersBodyTooLarge },
} as const;

/**
 * Returns the form that a browser sent, or why it cannot be read.
 *
 * @throws AppError `payload_too_large`
 */
async function formIn(
  request: LinkRequest,
  { maxKib, tooLarge }: (typeof FORM_BODIES)[OpenedPage['of']],
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

/** Records a form about the delivery or a withdrawal. Returns why it was refused, and null otherwise. */
function recordForm(
  page: OpenedPage,
  form: URLSearchParams | AppError,
): Promise<Refused | 'not_found' | null> {
  const isOfNotice = !(form instanceof AppError) && form.has(NOTICE_FIELD.notice);
  if (isOfNotice) return recordAnswer(page, form);
  return page.of === 'delivery' ? recordReceipt(page, form) : Promise.resolve('not_found');
}

/** Returns the page of a link, with the refusal of its form if any; undefined if there is nothing to show. */
async function linkHtml(
  page: OpenedPage,
  { params }: LinkRequest,
  refused?: Refused,
): Promise<string | undefined> {
  const logoId = await findLogoId(page.context);
  const logoPath = logoId && `/r/${params.token}/logo/${logoId}`;
  return page.of === 'delivery'
    ? deliveryPage(page, logoPath, refused)
    : pageOfNotice(page, logoPath, refused);
}

/** The response to tokens that are unknown, expired or revoked, which does not reveal which of these. */
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
const receiptPolicy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
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
    .send(messagePage('This did not work', faultText(error.faults[0]!), error.faults[0]));
};
