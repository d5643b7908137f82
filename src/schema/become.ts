import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Caller, Context } from './context.ts';

/** Has the rest of the request act for `caller`, or for nobody: what was granted before counts no more. */
export function become(context: Context, caller: Caller | null): void {
  context.caller = caller;
  RequestCache.clearForContext(context);
}
