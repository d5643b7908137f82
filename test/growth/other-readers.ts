import express from 'express';
import type { z } from 'zod';
import { csvLine } from '../../src/export/csv.ts';
import { bareForwardedFor } from '../../src/http/admission/prepare-request.ts';
import { clientAddressOf } from '../../src/limits/client-address.ts';
import { receiptInputOf, parseForm } from '../../src/pages/receipt/form.ts';
import { escaped } from '../../src/reference/html.ts';
import { integerParameter } from '../../src/rest/query.ts';
import { timeZone } from '../../src/schema/people/account/time-zone.ts';
import { maskKeys } from '../../src/schema/people/api-key/key-format.ts';
import { cellValue } from '../../src/schema/exchange/import/columns/cell/cell-value.ts';
import { decimalEvidence } from '../../src/schema/exchange/import/columns/cell/decimal-evidence.ts';
import { fileNameRule } from '../../src/schema/exchange/import/columns/import-choices.ts';
import { IMPORT_FIELDS } from '../../src/schema/exchange/import/columns/import-fields.ts';
import { type HeaderColumn, mapColumns } from '../../src/schema/exchange/import/columns/map-columns.ts';
import {
  calendarDate,
  deliveryWindow,
  email,
  exactText,
  instant,
  longText,
  pageNumber,
  text,
} from '../../src/schema/core/noun/rules.ts';
import { country, gtin, reference } from '../../src/schema/core/noun/trade-numbers.ts';
import { mailSentences, mailWords } from '../../src/schema/people/person/mail-words.ts';
import { ReceiptInput } from '../../src/schema/trade/receipt/fields.ts';
import { maskedBody } from '../../src/schema/insight/request/masked-body.ts';
import { BY_WORDS } from '../../src/schema/core/search/words.ts';
import { callbackUrl } from '../../src/schema/exchange/webhook/callback-url.ts';
import type { Call } from './calls.ts';

interface Reader {
  /** The file with the expressions that the texts are made for. */
  file: string;
  call: Call;
}

const RULES = 'src/schema/core/noun/rules.ts';
const PAGE_FORM = 'src/pages/receipt/form.ts';
const MAP = 'src/schema/exchange/import/columns/map-columns.ts';

/** The other readers of callers' texts: rules, and functions that take more than a text. */
export const OTHERS: Record<string, Reader> = {
  'text of one line': takes(text()),
  'text of several lines': takes(longText),
  'exact text': takes(exactText()),
  identifier: takes(reference),
  GTIN: takes(gtin, 'src/schema/core/noun/trade-numbers.ts'),
  country: takes(country, 'src/schema/core/noun/trade-numbers.ts'),
  'e-mail address': takes(email),
  'delivery window': takes(deliveryWindow),
  'time zone': takes(timeZone, 'src/schema/people/account/time-zone.ts'),
  instant: takes(instant),
  'calendar date': takes(calendarDate),
  'integer in a query': takes(integerParameter(pageNumber), 'src/rest/query.ts'),
  words: takes(BY_WORDS.rule, 'src/schema/core/search/words.ts'),
  'URL of a webhook': takes(callbackUrl(false), 'src/schema/exchange/webhook/callback-url.ts'),
  'name of a file': takes(fileNameRule, 'src/schema/exchange/import/columns/import-choices.ts'),
  'name in a mail': reads('src/schema/people/person/mail-words.ts', (given) =>
    mailWords(given, given.length),
  ),
  'sentences in a mail': reads('src/schema/people/person/mail-words.ts', (given) =>
    mailSentences(given, given.length),
  ),
  'cell of an export': reads('src/spreadsheet/formula.ts', (given) => csvLine([given])),
  'keys in a text': reads('src/schema/people/api-key/key-format.ts', maskKeys),
  'text in HTML': reads('src/reference/html.ts', escaped),
  'body in the request log': reads('src/schema/insight/request/masked-body.ts', (given) =>
    maskedBody({ query: given }).maskedToo(given, 500),
  ),
  'malformed body in the request log': reads('src/schema/insight/request/masked-body.ts', (given) =>
    maskedBody(Buffer.from(given)),
  ),
  'Accept-Encoding': reads(RULES, (given) =>
    Object.setPrototypeOf({ headers: { 'accept-encoding': given } }, express.request).acceptsEncodings(
      'gzip',
    ),
  ),
  'address of a client': reads('src/limits/client-address.ts', (given) =>
    clientAddressOf(given, '127.0.0.1'),
  ),
  'X-Forwarded-For': reads('src/http/admission/prepare-request.ts', (given) =>
    bareForwardedFor({ headers: { 'x-forwarded-for': given } } as never, {} as never, () => {}),
  ),
  'form of a receipt': reads(PAGE_FORM, (given) => ReceiptInput.safeParse(receiptInputOf(parseForm(given)))),
  'signature of a receipt': reads(PAGE_FORM, (given) =>
    ReceiptInput.safeParse(
      receiptInputOf(new URLSearchParams({ signature: given, photos: given, at: given })),
    ),
  ),
  'header of a file': reads(MAP, (given) =>
    mapColumns('products', columnsOf(given.split(',').slice(0, 100))),
  ),
  'mapping of columns': reads('src/schema/exchange/import/columns/parse-map.ts', (given) =>
    mapColumns('products', columnsOf(['a', 'a,b', 'a=b']), { map: given.slice(0, 10_000) }),
  ),
  'numbers of a column': reads('src/schema/exchange/import/columns/cell/numbers.ts', (given) =>
    decimalEvidence([[given, 1]]),
  ),
  ...Object.fromEntries(
    Object.entries(IMPORT_FIELDS).map(([kind, fields]) => [
      `cells of ${kind}`,
      reads('src/schema/exchange/import/columns/cell/dates.ts', (given) =>
        Object.values(fields).map((field) =>
          cellValue(field, given, { isDownload: false, currency: 'EUR' }, kind),
        ),
      ),
    ]),
  ),
};

function takes(rule: z.ZodType, file = RULES): Reader {
  return reads(file, (given) => rule.safeParse(given));
}

function reads(file: string, call: Call): Reader {
  return { file, call };
}

function columnsOf(names: readonly string[]): HeaderColumn[] {
  return names.map((column) => ({ column, letter: 'A', samples: [] }));
}
