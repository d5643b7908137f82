import { eventTypes } from '../event/event-rules.ts';
import { longText } from '../rules.ts';
import { callbackUrl } from './callback-url.ts';

/** Returns the rules for a subscription's fields; REST uses the same names. */
export function subscriptionRules(allowPrivateNetworks: boolean) {
  return {
    url: callbackUrl(allowPrivateNetworks),
    events: eventTypes,
    description: longText.nullish(),
  };
}
