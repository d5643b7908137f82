import { errorAt, fault } from '../../schema/core/errors.ts';

/**
 * Parses the query of a URL: a string for each parameter, an array for repeated ones.
 *
 * @throws AppError `validation_error` on a parameter that is not UTF-8
 */
export function parseQuery(url: string): Record<string, string | string[]> {
  // A single pass: looking each name up would take quadratic time.
  const parameters = new Map<string, string | string[]>();
  for (const [name, value] of queryParameters(url)) {
    const earlier = parameters.get(name);
    if (Array.isArray(earlier)) earlier.push(value);
    else parameters.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(parameters);
}

/**
 * Yields the parameters of the query of a URL, as `URLSearchParams` does, but refuses what is not UTF-8
 * instead of replacing it.
 *
 * @throws AppError `validation_error` on the parameter
 */
export function* queryParameters(url: string): Generator<[name: string, value: string]> {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [name = ''] = part.split('=', 1);
    const decodedName = decodedParameter(name, null);
    yield [decodedName, decodedParameter(part.slice(name.length + 1), decodedName)];
  }
}

/** @param field the parameter whose value is decoded; null while its name is */
function decodedParameter(text: string, field: string | null): string {
  try {
    // A percent sign that begins no byte stands for itself.
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    const wording = 'must be UTF-8, percent-encoded';
    throw field === null
      ? fault('invalid_encoding', `The name of each query parameter ${wording}`)
      : errorAt(field, 'invalid_encoding', wording);
  }
}
