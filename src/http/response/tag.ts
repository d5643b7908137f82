import etag from 'etag';
import type { Request } from 'express';

/** Returns the weak ETag of a body. */
export function tagOf(body: string | Buffer): string {
  return etag(body, { weak: true });
}

/** Returns whether the client has the version with this `tag`, by weak comparison (RFC 9110 §13.1.2). */
export function hasTag(request: Request, tag: string): boolean {
  const header = request.headers['if-none-match'];
  return header !== undefined && namesTag(header, tag);
}

/**
 * Returns whether the value of `If-Match` or `If-None-Match` is `*` or includes `tag`, by weak comparison.
 */
export function namesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => opaqueOf(each) === opaqueOf(tag));
}

function opaqueOf(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
