import { z } from 'zod';

/**
 * Readable patterns of texts for the reference. Forbidden characters are described in its introduction
 * instead: generators of clients turned their character class into programs that do not compile.
 */
export const textPatterns = z.registry<{ pattern: string }>();

/** The pattern of a text with at least one visible character. */
export const SOME_TEXT = '\\S';
