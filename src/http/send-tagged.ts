import etag from 'etag';
import type { Request, Response } from 'express';

/** Sends `body` with a weak ETag, or 304 when that is what the client has. */
export function sendTagged(request: Request, response: Response, body: string): void {
  const tag = etag(body, { weak: true });
  response.set('ETag', tag);
  if (matches(request.get('If-None-Match'), tag)) return void response.status(304).end();
  response.send(body);
}

/** RFC 9110 §13.1.2, by weak comparison. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => opaqueOf(each) === opaqueOf(tag));
}

function opaqueOf(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
