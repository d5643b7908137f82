import { type Context, httpOf } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import { requireCell } from './require-own-cell.ts';

const TOKEN = /^([^.]*)(?:\.([a-z0-9]{2}))?$/;
const SIGNED_IN = 'The link is not for your account. Sign out, and open it again';

/** Returns a token for a link, with the name of the cell, because any browser can open the link. */
export function linkTokenOf({ settings: { cell } }: Context, token: string): string {
  return cell === undefined ? token : `${token}.${cell}`;
}

/**
 * Returns the token of a link of this cell; undefined if the text is no token.
 *
 * @throws AppError if the link belongs to another cell: what {@link requireCell} throws, or
 * `validation_error` in a session
 */
export function tokenOfLink(context: Context, given: string): string | undefined {
  const { cell } = context.settings;
  const [, token, right = cell] = TOKEN.exec(given) ?? [];
  const { visit } = httpOf(context);
  if (visit && cell !== undefined && right !== undefined && right !== cell) {
    // The other cell would not know the session, and any link could end it.
    if (context.caller) throw fault('signed_in', SIGNED_IN, 'token');
    requireCell({ cell, right }, visit, 'The link belongs to another cell. Follow the redirect');
  }
  return token;
}
