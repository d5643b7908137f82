import { z } from 'zod';

/** What single fields of answers hold; records are composed of these and of the rules of input. */

/** An amount of money. */
export const amount = z.number().describe("In the account's currency, with at most two decimals");

/** A calendar date. */
export const date = z.iso.date();

/** A moment. */
export const time = z.iso.datetime().describe('ISO 8601 in UTC, with milliseconds');
