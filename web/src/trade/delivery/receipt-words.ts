/** The source of a receipt, in words. */
export const SOURCES = { SESSION: 'On this page', KEY: 'By an API key', LINK: 'By the receipt link' };
