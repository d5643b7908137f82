import { TIME_ZONE_NAME } from '../../../generated/rules.ts';

/** The time zones that the service knows. */
export const ZONES = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => TIME_ZONE_NAME.test(name)),
];
