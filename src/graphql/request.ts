import type { RequestHandler } from 'express';
import { parseBody, readBody } from '../rest/body.ts';
import { fault, notFound } from '../schema/errors.ts';

const METHODS = ['GET', 'POST'];
const ANSWERS = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
];

/** Lets requests pass that Yoga can answer, and refuses the others in the service's own way. */
export const takeRequest: RequestHandler[] = [checkTarget, readBody, checkBody];

function checkTarget(...[request, response, next]: Parameters<RequestHandler>): void {
  if (request.path !== '/') throw notFound('this endpoint');
  if (METHODS.includes(request.method)) return next();
  response.set('Allow', METHODS.join(', '));
  if (request.method === 'OPTIONS') return void response.status(204).end();
  throw fault('method_not_allowed', `this endpoint takes ${METHODS.join(', ')}`);
}

function checkBody(...[request, _response, next]: Parameters<RequestHandler>): void {
  if (request.method === 'POST') {
    request.body = parseBody(request, false);
    if (!isObject(request.body)) throw fault('validation_error', 'the body must be one GraphQL request');
  }
  // Yoga refuses without a word to answer in a form it does not know.
  if (!request.accepts(ANSWERS)) request.headers.accept = ANSWERS[0];
  next();
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
