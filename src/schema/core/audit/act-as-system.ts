import { SCOPES } from '../caller/scopes.ts';
import type { Caller, Context } from '../context.ts';
import type { Actor } from '../caller/actors.ts';

/** The account that a command or a job works for. */
type SystemAccount = Pick<Caller, 'plan' | 'timeZone'> & { id: bigint };

/**
 * Returns the context of a command or a job: all scopes for one account, and no key or session. What it
 * writes names `by`, the part of the service that acts, or whoever started a job.
 */
export function actAsSystem(
  { id: accountId, plan, timeZone }: SystemAccount,
  by: Actor,
  host: Pick<Context, 'db' | 'log' | 'announce' | 'settings'>,
): Context {
  const caller = { accountId, plan, ...(timeZone !== undefined && { timeZone }), scopes: new Set(SCOPES) };
  return { ...host, caller, by };
}
