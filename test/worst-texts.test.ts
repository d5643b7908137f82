import express from 'express';
import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { csvLine } from '../src/export/csv.ts';
import { bareForwardedFor } from '../src/http/admission/bare-forwarded-for.ts';
import { maskedQuery } from '../src/http/observe/masked-query.ts';
import { jsonFaultIn } from '../src/http/server/json-fault.ts';
import { namesTag } from '../src/http/response/tag.ts';
import { clientAddressOf } from '../src/limits/client-address.ts';
import { searchSchema } from '../src/mcp/search-schema.ts';
import { inputOf, parseForm } from '../src/pages/receipt/form.ts';
import { escaped } from '../src/reference/html.ts';
import { nearestPath } from '../src/rest/nearest-path.ts';
import { linksOf } from '../src/rest/pagination.ts';
import { integerParameter, parseQuery } from '../src/rest/query.ts';
import { maskKeys } from '../src/schema/api-key/key-format.ts';
import { cellValue } from '../src/schema/import/cell/cell-value.ts';
import { decimalEvidence } from '../src/schema/import/cell/decimal-evidence.ts';
import { guarded, unguarded } from '../src/spreadsheet/formula.ts';
import { namesOf } from '../src/schema/import/header/names-of-header.ts';
import { IMPORT_FIELDS } from '../src/schema/import/import-fields.ts';
import { type HeaderColumn, mapColumns } from '../src/schema/import/map-columns.ts';
import { maskedBody } from '../src/schema/request/masked-body.ts';
import { maskedText } from '../src/schema/request/masked-text.ts';
import { recordIdOf } from '../src/schema/noun/record-id.ts';
import { ReceiptInput } from '../src/schema/receipt/fields.ts';
import {
  calendarDate,
  deliveryWindow,
  email,
  emailKey,
  exactText,
  instant,
  longText,
  pageNumber,
  text,
} from '../src/schema/noun/rules.ts';
import { BY_WORDS } from '../src/schema/search/words.ts';
import { timeZone } from '../src/schema/account/time-zone.ts';
import { country, gtin, reference } from '../src/schema/noun/trade-numbers.ts';
import { callbackUrl } from '../src/schema/webhook/callback-url.ts';
import { decodeText } from '../src/spreadsheet/decode-text.ts';
import { parseCsv } from '../src/spreadsheet/parse-csv.ts';
import { requireReferences } from '../src/spreadsheet/require-references.ts';
import { UnreadableFile } from '../src/spreadsheet/unreadable-file.ts';
import { cpuMsOf } from './support/process/cpu-time.ts';

/** Everything that reads a text of a caller. */
const PARSERS: Record<string, (given: string) => unknown> = {
  'text of one line': takes(text()),
  'text of several lines': takes(longText),
  'exact text': takes(exactText()),
  identifier: takes(reference),
  GTIN: takes(gtin),
  country: takes(country),
  'e-mail address': takes(email),
  'e-mail address to sign in': emailKey,
  'delivery window': takes(deliveryWindow),
  'time zone': takes(timeZone),
  instant: takes(instant),
  'calendar date': takes(calendarDate),
  'integer in a query': takes(integerParameter(pageNumber)),
  words: takes(BY_WORDS.rule),
  'URL of a webhook': takes(callbackUrl(false)),
  id: recordIdOf,
  formula: guarded,
  'guarded formula': unguarded,
  'cell of an export': (given) => csvLine([given]),
  query: (given) => tries(() => parseQuery(`/?${given.slice(0, SHORT)}`)),
  'query in links': (given) => linksOf('https://provender.example', { search: given.slice(0, SHORT) }, PAGE),
  'query in the request log': maskedQuery,
  'keys in a text': maskKeys,
  'body in the request log': (given) => maskedBody({ query: given }).maskedToo(given, 500),
  'malformed body in the request log': (given) => maskedBody(Buffer.from(given)),
  'secrets in a text': maskedText,
  'malformed JSON': jsonFaultIn,
  'unknown path': (given) => nearestPath(given, ['/deliveries/:id', '/returns']),
  'Accept-Encoding': (given) =>
    Object.setPrototypeOf({ headers: { 'accept-encoding': given } }, express.request).acceptsEncodings(
      'gzip',
      'br',
    ),
  'If-Match': (given) => namesTag(given, 'W/"1"'),
  'address of a client': (given) => clientAddressOf(given, '127.0.0.1'),
  'X-Forwarded-For': (given) =>
    bareForwardedFor({ headers: { 'x-forwarded-for': given } } as never, {} as never, () => {}),
  'text in HTML': escaped,
  'form of a receipt': (given) => tries(() => ReceiptInput.safeParse(inputOf(parseForm(given)))),
  'signature of a receipt': (given) =>
    ReceiptInput.safeParse(
      inputOf(
        new URLSearchParams([
          ['signature', given],
          ['photos', given],
          ['at', given],
        ]),
      ),
    ),
  'words of a search in the schema': (given) => searchSchema(given.slice(0, 200)),
  'header of a file': (given) =>
    tries(() => mapColumns('products', columnsOf(given.split(',').slice(0, 100)))),
  'name of a column': namesOf,
  'mapping of columns': (given) =>
    tries(() => mapColumns('products', columnsOf(['a', 'a,b', 'a=b']), { map: given.slice(0, 10_000) })),
  'bytes of a text file': (given) => tries(() => decodeText(Buffer.from(given, 'latin1'))),
  'rows of a text file': (given) => tries(() => parseCsv(given, { fitOf: () => 0 })),
  'references in a sheet': (given) => tries(() => requireReferences(Buffer.from(given))),
  'numbers of a column': (given) => decimalEvidence([[given, 1]]),
  ...Object.fromEntries(
    Object.entries(IMPORT_FIELDS).flatMap(([kind, fields]) =>
      Object.entries(fields).map(([name, field]) => [
        `cell ${name} of ${kind}`,
        (given: string) => cellValue(field, given, { isDownload: false, currency: 'EUR' }, kind),
      ]),
    ),
  ),
};

function columnsOf(names: readonly string[]): HeaderColumn[] {
  return names.map((column) => ({ column, letter: 'A', samples: [] }));
}

const PAGE = { page: 2, per_page: 20, total: 100, total_pages: 5, has_more: true };

/** What the expressions of parsers look for, and what breaks them off. */
const PIECES = [
  ...' \t\n\r;,.:=+-@%&?/\\\'"<>[](){}#*_~0159azAZxTZE',
  '\0',
  '\u00a0',
  '\u0301',
  '\u200d',
  '\ufe0f',
  '\u3164',
  '＝',
  '😀',
  '\u{e0061}',
  '\ud800',
  '＆',
  'prv_',
  '%70',
  'r="',
  '&#',
  'a=1&',
  'received-1=1&',
  'W/"',
  '::',
  'q=0',
  'pass',
  'token: ',
  '$pin:',
  'eyJ',
  '://',
  '#{\n',
  'T00:00:00.',
  '1.1.',
  '1E+',
  '2026-01-01',
];

const worst = record({
  before: array(constantFrom(...PIECES), { maxLength: 3 }).map((pieces) => pieces.join('')),
  repeated: array(constantFrom(...PIECES), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  after: array(constantFrom(...PIECES), { maxLength: 2 }).map((pieces) => pieces.join('')),
});

/** In characters; the limit of the headers of a request, and a multiple. */
const [SHORT, LONG] = [16_000, 256_000];
/** Sixteen times the text takes sixteen times as long, or 256 times if the parser is quadratic. */
const MAX_RATIO = 100;
/** Shorter times cannot be compared. */
const MEASURABLE_MS = 200;

describe('the time for the worst text is proportional to its length', () => {
  it.each(Object.entries(PARSERS))('%s', { timeout: 240_000 }, (_name, parse) => {
    assert(
      property(worst, ({ before, repeated, after }) => {
        const textOf = (length: number) => before + repeated.repeat(length / repeated.length) + after;
        const [short, long] = [textOf(SHORT), textOf(LONG)];
        if (timeOf(parse, long, 1) < MEASURABLE_MS) return;
        const ratioOf = () =>
          timeOf(parse, long, 3) / Math.max(timeOf(parse, short, 3), MEASURABLE_MS / MAX_RATIO);
        // Most are fast. Those that are not may have been interrupted.
        const ratio = Math.min(...Array.from({ length: 3 }, ratioOf));
        expect(ratio).toBeLessThan(MAX_RATIO);
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns the shortest of some CPU times, in milliseconds. */
function timeOf(parse: (given: string) => unknown, given: string, times: number): number {
  let shortest = Infinity;
  for (let time = 0; time < times; time++) {
    shortest = Math.min(
      shortest,
      cpuMsOf(() => parse(given)),
    );
  }
  return shortest;
}

function takes(rule: z.ZodType) {
  return (given: string) => rule.safeParse(given);
}

function tries(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    const isRefusal =
      error instanceof UnreadableFile || (error instanceof Error && error.name === 'GraphQLError');
    if (!isRefusal) throw error;
  }
}
