import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Caller, Context } from '../context.ts';

/** Sets the caller for the rest of the request, and discards permissions cached for the previous one. */
export function setCaller(context: Context, caller: Caller | null): void {
  for (let each: Context | undefined = context; each; each = each.outer) {
    each.caller = caller;
    RequestCache.clearForContext(each);
  }
}
