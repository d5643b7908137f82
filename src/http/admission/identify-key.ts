import type { Pool } from 'pg';
import { createAuthenticate } from '../../schema/api-key/authenticate.ts';
import type { Identify } from './admission.ts';

/**
 * Returns the function that identifies requests by their API key. All keys of an account count together, against its
 * plan.
 */
export function identifyByKey(pool: Pool): Identify {
  const authenticate = createAuthenticate(pool);
  return async ({ request }) => {
    const { authorization } = request.headers;
    const caller = await authenticate(authorization);
    const subject = `account:${caller.accountId}`;
    return {
      caller,
      counted: { subject, allowance: caller.plan },
      share: subject,
      reauthenticate: () => authenticate(authorization),
    };
  };
}
