import { errorAt, fault } from '../../schema/errors.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns what follows the path of a URL: nothing, or `?` and the query. */
function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

/**
 * Yields the parameters of the query of a URL, as `URLSearchParams` does, but refuses what is not UTF-8 instead of
 * replacing it.
 *
 * @throws AppError `validation_error` on the parameter
 */
export function* queryParameters(url: string): Generator<[name: string, value: string]> {
  for (const part of searchOf(url).slice(1).split('&')) {
    if (part === '') continue;
    const [name = ''] = part.split('=', 1);
    const decodedName = decoded(name, null);
    yield [decodedName, decoded(part.slice(name.length + 1), decodedName)];
  }
}

/** @param field the parameter whose value is decoded; null for a name */
function decoded(text: string, field: string | null): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  try {
    return UTF8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    const wording = 'must be UTF-8, percent-encoded';
    throw field === null
      ? fault('invalid_encoding', `The name of each query parameter ${wording}`)
      : errorAt(field, 'invalid_encoding', wording);
  }
}
