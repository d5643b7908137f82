import { isOverdue, isUnreachable } from '../../../database/unreachable.ts';
import type { Context } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { Visit } from '../../core/caller/visit.ts';

/** The status of the redirect, which browsers follow with the same request. */
const TEMPORARY_REDIRECT = 307;
/** How long the cookie lasts before the sign-in; the session then extends it. */
const LEAD_MS = 10 * 60_000;

/**
 * Redirects a browser that signs in to the cell of the e-mail, unless that is this one: it sets the cookie by
 * which the proxy routes, and the browser repeats its request. Returns false if the directory is unavailable,
 * so that the account may be in this cell or in another one.
 *
 * @throws AppError `unauthorized` with the redirect; `service_unavailable` if the request already has that
 * cookie
 */
export async function requireOwnCell(
  { settings, log }: Context,
  visit: Visit,
  email: string,
): Promise<boolean> {
  const { cell, directory } = settings;
  let right: string | undefined;
  try {
    right = await directory?.cellOf(email);
  } catch (error) {
    if (!isUnreachable(error) && !isOverdue(error)) throw error;
    log().warn(
      { err: error },
      'the directory of cells is unavailable: only accounts of this cell can sign in',
    );
    return false;
  }
  if (right === undefined) return true;
  requireCell({ cell, right }, visit, 'Accounts with this e-mail are in another cell. Follow the redirect');
  return true;
}

/**
 * Redirects a browser to the right cell, unless that is this one.
 *
 * @throws AppError as {@link requireOwnCell}
 */
export function requireCell(
  { cell, right }: { cell: string | undefined; right: string },
  visit: Visit,
  message: string,
): void {
  if (right === cell) return;
  if (visit.cell === right) {
    throw fault('cell_moving', `Requests for cell ${right} arrive at cell ${cell}. Try again later`);
  }
  visit.keepCell(right, new Date(Date.now() + LEAD_MS));
  const elsewhere = fault('other_cell', message);
  elsewhere.extensions.http = { status: TEMPORARY_REDIRECT, headers: { Location: '/graphql' } };
  throw elsewhere;
}
