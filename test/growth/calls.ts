import { parseWithinLimits } from '../../src/graphql/document-limits.ts';
import { maskedQuery } from '../../src/http/observe/logged-request.ts';
import { namesTag } from '../../src/http/response/tag.ts';
import { parseExactJson, jsonFaultIn } from '../../src/http/server/exact-json.ts';
import { parseQuery, queryParameters } from '../../src/http/server/query-parameters.ts';
import { searchSchema } from '../../src/mcp/search-schema.ts';
import { parseForm, wholeNumberIn } from '../../src/pages/receipt/form.ts';
import { pathHint, prefixHint } from '../../src/rest/hints.ts';
import { linksOf } from '../../src/rest/pagination.ts';
import { readIcs } from '../../src/schema/catalogue/closed-day/read-ics.ts';
import {
  bareNumber,
  cellValue,
  looksShortened,
} from '../../src/schema/exchange/import/columns/cell/cell-value.ts';
import { countryCode } from '../../src/schema/exchange/import/columns/cell/countries.ts';
import { isCurrency, isSignOf, priceText } from '../../src/schema/exchange/import/columns/cell/currency.ts';
import { damageOf } from '../../src/schema/exchange/import/columns/cell/damage.ts';
import { dateText, exists, serialDay } from '../../src/schema/exchange/import/columns/cell/dates.ts';
import { lastWord } from '../../src/schema/exchange/import/columns/cell/last-word.ts';
import { isDisplayedAs, numberText } from '../../src/schema/exchange/import/columns/cell/numbers.ts';
import { oddityOf, withoutApostrophe } from '../../src/schema/exchange/import/columns/cell/odd-texts.ts';
import { isSpreadsheetError } from '../../src/schema/exchange/import/columns/cell/spreadsheet-errors.ts';
import { isDays, unitName } from '../../src/schema/exchange/import/columns/cell/units.ts';
import { dayLanguagesOf, weekdaysInText } from '../../src/schema/exchange/import/columns/cell/weekdays.ts';
import { withoutDecimals } from '../../src/schema/exchange/import/columns/cell/without-decimals.ts';
import { partyOfOrder } from '../../src/schema/exchange/import/columns/header/order-names.ts';
import { orderQuestion } from '../../src/schema/exchange/import/columns/order-question.ts';
import { parseMap } from '../../src/schema/exchange/import/columns/parse-map.ts';
import { unitInHeader, weightUnit, withUnit } from '../../src/schema/exchange/import/columns/cell/weights.ts';
import { timeText, windowText } from '../../src/schema/exchange/import/columns/cell/windows.ts';
import { headerText } from '../../src/schema/exchange/import/columns/header/find-header.ts';
import { fitsField } from '../../src/schema/exchange/import/columns/header/fits-field.ts';
import { namesOfHeader } from '../../src/schema/exchange/import/columns/header/names-of-header.ts';
import { plainName } from '../../src/schema/exchange/import/columns/header/plain-name.ts';
import { IMPORT_FIELDS } from '../../src/schema/exchange/import/columns/import-fields.ts';
import { graphQLNameOf, restNameOf, restPathOf, snakeOf } from '../../src/schema/core/noun/names.ts';
import { digitsFault } from '../../src/schema/core/noun/exact-number.ts';
import { recordIdOf } from '../../src/schema/core/noun/record-id.ts';
import { emailKey } from '../../src/schema/core/noun/rules.ts';
import {
  identifier,
  isStorable,
  isVisible,
  multiLine,
  normalized,
  singleLine,
  storable as storableName,
} from '../../src/schema/core/noun/texts.ts';
import { findNamed, isGtin } from '../../src/schema/exchange/import/records/named-records.ts';
import { isCountry, paddedGtin } from '../../src/schema/core/noun/trade-numbers.ts';
import { isWebhookId } from '../../src/schema/core/noun/webhook-id.ts';
import { parsedJson, parsedBeginning } from '../../src/schema/insight/request/closed-json.ts';
import { idempotencyHashOf } from '../../src/schema/insight/request/idempotency-hash.ts';
import { maskedBeginning } from '../../src/schema/insight/request/masked-body.ts';
import { maskedText, namesSecret, withoutUnstorable } from '../../src/schema/insight/request/masked-text.ts';
import { lettersOfNoLanguage } from '../../src/spreadsheet/alphabets.ts';
import { isBlank, cellText } from '../../src/spreadsheet/cell.ts';
import { hasControls } from '../../src/spreadsheet/decode-strictly.ts';
import { decodeText } from '../../src/spreadsheet/decode-text.ts';
import { formatOf } from '../../src/spreadsheet/file-format.ts';
import { guarded, unguarded } from '../../src/spreadsheet/formula.ts';
import { withCharacters } from '../../src/spreadsheet/html-characters.ts';
import { misreadUtf8 } from '../../src/spreadsheet/misread-utf8.ts';
import { isHiddenIn, neededParts } from '../../src/spreadsheet/needed-parts.ts';
import { whatShows } from '../../src/spreadsheet/number-format.ts';
import { oddities } from '../../src/spreadsheet/oddities.ts';
import { parseCsv } from '../../src/spreadsheet/parse-csv.ts';
import { parseTable } from '../../src/spreadsheet/parse-table.ts';
import { decodeCodePage } from '../../src/spreadsheet/recognize-code-page.ts';
import { unpackArchive } from '../../src/spreadsheet/unpack-archive.ts';
import { normalPositions } from '../../src/spreadsheet/normal-positions.ts';
import { requireReferences } from '../../src/spreadsheet/require-references.ts';
import { emptied, slicesOf } from '../../src/spreadsheet/slice-sheet.ts';

/** Calls a function with a text; what it throws is a refusal. */
export type Call = (text: string) => unknown;

const FIELDS = Object.values(IMPORT_FIELDS.products);
const [PRICE, WEIGHT] = [IMPORT_FIELDS.products.price!, IMPORT_FIELDS.products.weight!];
const PAGE = { page: 2, per_page: 20, total: 100, total_pages: 5, has_more: true };
const SHEET = '<worksheet><sheetData>';
/** Smaller sheets are not divided. */
const FILLER = Buffer.alloc(4 * 1_024 ** 2, ' ');

/** How each function that reads texts of callers is called, by its file and name. */
export const CALLS: Record<string, Call> = {
  'graphql/document-limits.ts parseWithinLimits': (text) => parseWithinLimits(text),
  'http/observe/logged-request.ts maskedQuery': maskedQuery,
  'http/response/tag.ts namesTag': (text) => namesTag(text, 'W/"1"'),
  'http/server/exact-json.ts parseExactJson': parseExactJson,
  'http/server/exact-json.ts jsonFaultIn': jsonFaultIn,
  'http/server/query-parameters.ts queryParameters': (text) => queryParameters(`/?${text}`),
  'mcp/search-schema.ts searchSchema': (text) => searchSchema(text.slice(0, 200)),
  'pages/receipt/form.ts parseForm': parseForm,
  'pages/receipt/form.ts wholeNumberIn': wholeNumberIn,
  'rest/hints.ts pathHint': (text) => pathHint(`/${text}`, ['/deliveries/:id', '/returns']),
  'rest/pagination.ts linksOf': (text) => linksOf('https://provender.example', { search: text }, PAGE),
  'http/server/query-parameters.ts parseQuery': (text) => parseQuery(`/?${text}`),
  'rest/hints.ts prefixHint': (text) => prefixHint([{ path: '/deliveries/:id' } as never], text),
  'schema/catalogue/closed-day/read-ics.ts readIcs': (text) =>
    readIcs(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`, '2026-01-01'),
  'schema/exchange/import/columns/cell/cell-value.ts cellValue': (text) =>
    FIELDS.map((field) => cellValue(field, text, { isDownload: false, currency: 'EUR' }, 'products')),
  'schema/exchange/import/columns/cell/cell-value.ts looksShortened': looksShortened,
  'schema/exchange/import/columns/cell/cell-value.ts bareNumber': (text) =>
    [PRICE, WEIGHT, ...FIELDS].map((field) => bareNumber(field, text, 'EUR')),
  'schema/exchange/import/columns/cell/countries.ts countryCode': countryCode,
  'schema/exchange/import/columns/cell/currency.ts priceText': (text) => priceText(text, 'EUR'),
  'schema/exchange/import/columns/cell/currency.ts isSignOf': (text) => isSignOf(text, 'EUR'),
  'schema/exchange/import/columns/cell/currency.ts isCurrency': isCurrency,
  'schema/exchange/import/columns/cell/damage.ts damageOf': (text) =>
    FIELDS.map((field) => damageOf(field, text, text, false)),
  'schema/exchange/import/columns/cell/dates.ts dateText': dateText,
  'schema/exchange/import/columns/cell/dates.ts exists': exists,
  'schema/exchange/import/columns/cell/dates.ts serialDay': serialDay,
  'schema/exchange/import/columns/cell/last-word.ts lastWord': lastWord,
  'schema/exchange/import/columns/cell/numbers.ts numberText': numberText,
  'schema/exchange/import/columns/cell/numbers.ts isDisplayedAs': (text) =>
    isDisplayedAs(1, text, { value: 1 }),
  'schema/exchange/import/columns/cell/odd-texts.ts withoutApostrophe': (text) =>
    withoutApostrophe(PRICE, text),
  'schema/exchange/import/columns/cell/odd-texts.ts oddityOf': (text) =>
    FIELDS.map((field) => oddityOf(field, text)),
  'schema/exchange/import/columns/cell/without-decimals.ts withoutDecimals': (text) =>
    withoutDecimals('gtin', text),
  'schema/exchange/import/columns/header/order-names.ts partyOfOrder': partyOfOrder,
  'schema/exchange/import/columns/order-question.ts orderQuestion': (text) =>
    orderQuestion('deliveries', [], text),
  'schema/exchange/import/columns/parse-map.ts parseMap': (text) => parseMap('products', [], text),
  'schema/exchange/import/columns/cell/spreadsheet-errors.ts isSpreadsheetError': isSpreadsheetError,
  'schema/exchange/import/columns/cell/units.ts unitName': unitName,
  'schema/exchange/import/columns/cell/units.ts isDays': isDays,
  'schema/exchange/import/columns/cell/weekdays.ts dayLanguagesOf': dayLanguagesOf,
  'schema/exchange/import/columns/cell/weekdays.ts weekdaysInText': (text) => weekdaysInText(text),
  'schema/exchange/import/columns/cell/weights.ts weightUnit': weightUnit,
  'schema/exchange/import/columns/cell/weights.ts withUnit': withUnit,
  'schema/exchange/import/columns/cell/weights.ts unitInHeader': unitInHeader,
  'schema/exchange/import/columns/cell/windows.ts windowText': windowText,
  'schema/exchange/import/columns/cell/windows.ts timeText': timeText,
  'schema/exchange/import/columns/header/find-header.ts headerText': headerText,
  'schema/exchange/import/columns/header/fits-field.ts fitsField': (text) =>
    FIELDS.map((field) => fitsField(field, text, 'EUR')),
  'schema/exchange/import/columns/header/names-of-header.ts namesOfHeader': namesOfHeader,
  'schema/exchange/import/columns/header/plain-name.ts plainName': plainName,
  'schema/core/noun/exact-number.ts digitsFault': (text) => digitsFault(`1${text.replaceAll(/\D/g, '0')}`),
  'schema/core/noun/names.ts snakeOf': snakeOf,
  'schema/core/noun/names.ts restNameOf': restNameOf,
  'schema/core/noun/names.ts graphQLNameOf': graphQLNameOf,
  'schema/core/noun/names.ts restPathOf': restPathOf,
  'schema/core/noun/record-id.ts recordIdOf': recordIdOf,
  'schema/core/noun/rules.ts emailKey': emailKey,
  'schema/core/noun/texts.ts isStorable': isStorable,
  'schema/core/noun/texts.ts storable': storableName,
  'schema/core/noun/texts.ts isVisible': isVisible,
  'schema/core/noun/texts.ts singleLine': singleLine,
  'schema/core/noun/texts.ts multiLine': multiLine,
  'schema/core/noun/texts.ts identifier': identifier,
  'schema/core/noun/texts.ts normalized': (text) => normalized(text, 'NFKC'),
  'schema/exchange/import/records/named-records.ts findNamed': (text) =>
    findNamed({ index: new Map(), near: new Map() }, 'product', text, []),
  'schema/exchange/import/records/named-records.ts isGtin': (text) => isGtin(text, text),
  'schema/core/noun/trade-numbers.ts paddedGtin': paddedGtin,
  'schema/core/noun/trade-numbers.ts isCountry': isCountry,
  'schema/core/noun/webhook-id.ts isWebhookId': isWebhookId,
  'schema/insight/request/closed-json.ts parsedBeginning': parsedBeginning,
  'schema/insight/request/closed-json.ts parsedJson': parsedJson,
  'schema/insight/request/idempotency-hash.ts idempotencyHashOf': idempotencyHashOf,
  'schema/insight/request/masked-body.ts maskedBeginning': (text) => maskedBeginning(text, Infinity),
  'schema/insight/request/masked-text.ts namesSecret': namesSecret,
  'schema/insight/request/masked-text.ts maskedText': maskedText,
  'schema/insight/request/masked-text.ts withoutUnstorable': withoutUnstorable,
  'spreadsheet/alphabets.ts lettersOfNoLanguage': lettersOfNoLanguage,
  'spreadsheet/cell.ts cellText': cellText,
  'spreadsheet/cell.ts isBlank': isBlank,
  'spreadsheet/decode-strictly.ts hasControls': hasControls,
  'spreadsheet/decode-text.ts decodeText': (text) => decodeText(Buffer.from(text, 'latin1')),
  'spreadsheet/file-format.ts formatOf': (text) => formatOf(Buffer.from(text)),
  'spreadsheet/formula.ts guarded': guarded,
  'spreadsheet/formula.ts unguarded': unguarded,
  'spreadsheet/html-characters.ts withCharacters': withCharacters,
  'spreadsheet/misread-utf8.ts misreadUtf8': misreadUtf8,
  'spreadsheet/needed-parts.ts isHiddenIn': isHiddenIn,
  'spreadsheet/needed-parts.ts neededParts': (text) => neededParts(Buffer.from(`PK\u0003\u0004${text}`)),
  'spreadsheet/normal-positions.ts normalPositions': normalPositions,
  'spreadsheet/number-format.ts whatShows': whatShows,
  'spreadsheet/oddities.ts oddities': oddities,
  'spreadsheet/parse-csv.ts parseCsv': (text) => parseCsv(text, { fitOf: () => 0 }),
  'spreadsheet/parse-table.ts parseTable': (text) => parseTable(Buffer.from(text), { fitOf: () => 0 }),
  'spreadsheet/recognize-code-page.ts decodeCodePage': (text) => decodeCodePage(Buffer.from(text, 'latin1')),
  'spreadsheet/unpack-archive.ts unpackArchive': (text) =>
    unpackArchive(Buffer.from(`PK\u0003\u0004${text}PK\u0005\u0006`), () => true),
  'spreadsheet/require-references.ts requireReferences': (text) => requireReferences(Buffer.from(text)),
  'spreadsheet/slice-sheet.ts slicesOf': (text) =>
    slicesOf(Buffer.concat([Buffer.from(`${SHEET}${text}<v>1</v></c></sheetData></worksheet>`), FILLER]), 0),
  'spreadsheet/slice-sheet.ts emptied': (text) => emptied(Buffer.from(`${SHEET}${text}`)),
};
