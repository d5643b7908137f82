import { z } from 'zod';

/**
 * The patterns of texts in the reference, where a person can read them. The introduction says in words which
 * characters no text can have: a class of them all is a riddle, and generators of clients made programs of it
 * that do not compile.
 */
export const textPatterns = z.registry<{ pattern: string }>();

/** The pattern of a text of which something can be seen. */
export const SOME_TEXT = '\\S';
