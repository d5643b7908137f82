import type { RequestHandler, Response } from 'express';
import { isGivenUp } from './unhandled-rejections.ts';

/** Names and values by turns, as `writeHead` takes them. */
export type Headers = string[];

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Adds to the headers that the answer will have, whoever gives it. */
export function addHeaders({ locals }: Response, headers: Headers): void {
  (locals.headers as Headers).push(...headers);
}

/** Replaces those that were added under the same names. */
export function replaceHeaders(response: Response, headers: Headers): void {
  const names = new Set(headers.filter((_, at) => at % 2 === 0));
  const others = (response.locals.headers as Headers).filter((_, at, all) => !names.has(all[at - (at % 2)]!));
  response.locals.headers = [...others, ...headers];
}

/** Answers with a JSON text: status, headers and body in one write. */
export function answer(
  response: Response,
  status: number,
  body: string,
  headers: Headers = [],
  type = JSON_TYPE,
): void {
  if (isGivenUp(response)) return;
  const length = String(Buffer.byteLength(body));
  addHeaders(response, [...headers, 'Content-Type', type, 'Content-Length', length]);
  response.writeHead(status, response.locals.headers as Headers).end(body);
}

/** Answers without a body. */
export function answerEmpty(response: Response, status: 204 | 304, headers: Headers = []): void {
  if (isGivenUp(response)) return;
  addHeaders(response, headers);
  response.writeHead(status, response.locals.headers as Headers).end();
}

/** Sets the headers added so far, for handlers that answer by other means than `answer`. */
export const setHeaders: RequestHandler = (_request, response, next) => {
  const headers = response.locals.headers as Headers;
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
  response.locals.headers = [];
  next();
};
