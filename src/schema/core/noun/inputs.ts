import { z } from 'zod';

/**
 * The input of a form for a value, where the kind of the field does not decide it. With `lastDay`, the form
 * asks for a day, and the value is the end of that day.
 */
type Input = 'lines' | 'email' | 'url' | 'tel' | 'digits' | 'time' | 'window' | 'money' | 'lastDay';

/** How forms ask for a value, by its rule. The page's forms are generated from it. */
export const inputs = z.registry<{ as?: Input; decimals?: number }>();
