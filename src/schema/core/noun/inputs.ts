import { z } from 'zod';

/**
 * The control of a form for a value, if the kind of the field does not decide it. With `lastDay`, the user
 * enters a day, and the value is the end of that day.
 */
type Input = 'lines' | 'email' | 'url' | 'tel' | 'digits' | 'time' | 'window' | 'money' | 'lastDay';

/** The controls of forms by the rules of their values. The page's forms are generated from it. */
export const inputs = z.registry<{ as?: Input; decimals?: number }>();
