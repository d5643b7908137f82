import { eventTypes } from '../event/event-rules.ts';
import { longText } from '../rules.ts';
import { callbackUrl } from './callback-url.ts';

/** The fields of a subscription; they go by the same names over REST. */
export function subscriptionRules(allowPrivateNetworks: boolean) {
  return {
    url: callbackUrl(allowPrivateNetworks),
    events: eventTypes,
    description: longText.nullish(),
  };
}
