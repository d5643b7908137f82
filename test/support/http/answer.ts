/** A response to a test's request, completely read. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  json: any;
}

/** Returns the response with its text, and its JSON if the text is JSON. */
export function answerOf(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.includes('json') && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
}
