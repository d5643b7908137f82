import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createSchemas } from '../../../../src/reference/schemas.ts';
import { ACCOUNT_FIELDS } from '../../../../src/schema/people/account/fields.ts';
import { DELIVERY_FIELDS } from '../../../../src/schema/trade/delivery/fields.ts';
import { type Fields, ruleOf } from '../../../../src/schema/core/noun/fields.ts';
import { lot, LOT_FIELDS } from '../../../../src/schema/trade/lot/fields.ts';
import { PRODUCT_FIELDS } from '../../../../src/schema/catalogue/product/fields.ts';
import { RECEIPT_LINE_FIELDS } from '../../../../src/schema/trade/receipt/fields.ts';
import { reason, RETURN_FIELDS } from '../../../../src/schema/trade/return/fields.ts';
import { identifierText, longText, multiLineText, text } from '../../../../src/schema/core/noun/rules.ts';
import { BRANCH_FIELDS, SUPERMARKET_FIELDS } from '../../../../src/schema/catalogue/supermarket/fields.ts';
import {
  identifier,
  isStorable,
  isVisible,
  multiLine,
  normalized,
  singleLine,
  storable,
  type TextForm,
} from '../../../../src/schema/core/noun/texts.ts';
import { reference } from '../../../../src/schema/core/noun/trade-numbers.ts';
import { WEBHOOK_FIELDS } from '../../../../src/schema/exchange/webhook/fields.ts';
import { CloseWithdrawal, CreateWithdrawal } from '../../../../src/schema/trace/withdrawal/fields.ts';
import { cpuMsOf } from '../../../support/process/cpu-time.ts';

const FAMILY = '👨\u200D👩\u200D👧';
const HEART_ON_FIRE = '❤\uFE0F\u200D🔥';
const SCOTLAND = '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
const PERSIAN = 'می\u200Cخواهم';

/** A text, and what becomes of it in a name, in notes, and in an identifier. */
const FORMS: [what: string, text: string, name: string, notes: string, identifier: string][] = [
  ['spaces around it', ' \u00A0\tOat \n', 'Oat', 'Oat', 'Oat'],
  ['other spaces', 'Rye\u00A0\u2003Bread\u3000', 'Rye  Bread', 'Rye  Bread', 'Rye  Bread'],
  ['letters in parts', 'Cafe\u0301', 'Café', 'Café', 'Café'],
  ['letters of compatibility', '\u212Bn', 'Ån', 'Ån', 'Ån'],
  ['lines', 'a\tb\r\nc\rd\u2028e', 'a b c d e', 'a\tb\nc\nd\ne', 'a b c d e'],
  ['an invisible space', 'Oat\u200BLoaf', 'OatLoaf', 'Oat\u200BLoaf', 'OatLoaf'],
  ['a byte order mark and a soft hyphen', 'Oat\uFEFF\u00ADLoaf', 'OatLoaf', 'Oat\uFEFF\u00ADLoaf', 'OatLoaf'],
  ['an accent after something invisible', 'e\u200B\u0301', 'é', 'e\u200B\u0301', 'é'],
  ['a filler that is a letter', 'a\u3164b', 'ab', 'a\u3164b', 'ab'],
  ['directions', 'a\u202Eb\u2066c', 'abc', 'a\u202Eb\u2066c', 'abc'],
  ['ZWNJ between letters', PERSIAN, PERSIAN, PERSIAN, 'میخواهم'],
  ['ZWJ after a mark', 'क्\u200Dष', 'क्\u200Dष', 'क्\u200Dष', 'क्ष'],
  ['ZWJ at an end', 'ab\u200D', 'ab', 'ab\u200D', 'ab'],
  ['ZWJ between digits', '1\u200D2', '12', '1\u200D2', '12'],
  ['ZWJ twice', 'a\u200D\u200B\u200Db', 'a\u200Db', 'a\u200D\u200B\u200Db', 'ab'],
  ['an emoji of three', FAMILY, FAMILY, FAMILY, '👨👩👧'],
  ['a varied emoji', HEART_ON_FIRE, HEART_ON_FIRE, HEART_ON_FIRE, '❤🔥'],
  ['a flag of tags', SCOTLAND, SCOTLAND, SCOTLAND, '🏴'],
  ['tags after a letter', 'L1\u{E0041}\u{E0042}', 'L1', 'L1\u{E0041}\u{E0042}', 'L1'],
  ['a variation of a letter', '葛\u{E0100}', '葛\u{E0100}', '葛\u{E0100}', '葛'],
  ['a variation of nothing', '\uFE0FOat \uFE0F', 'Oat', '\uFE0FOat \uFE0F', 'Oat'],
];

/** Characters that forms or NFC treat in a way of their own, and a share of all others. */
const ANY = Array.from({ length: 0x11_00_00 }, (_, point) => String.fromCodePoint(point)).filter(
  (each, point) =>
    point % 97 === 0 ||
    each.normalize('NFC') !== each ||
    /[\p{Cc}\p{Cf}\p{Z}\p{DI}\p{Cs}\p{NChar}]/u.test(each),
);

describe('a text', () => {
  it.each(FORMS)('has one form: %s', (_what, given, name, notes, id) => {
    expect([singleLine(given), multiLine(given), identifier(given)]).toEqual([name, notes, id]);
  });

  it('keeps its form, whatever character is in it', () => {
    const unstable: string[] = [];
    for (const character of ANY) {
      for (const given of [`e${character}\u0301`, `❤${character}🔥`, `${character} a`]) {
        if (!isStorable(given)) continue;
        for (const form of [singleLine, multiLine, identifier]) {
          const formed = form(given);
          if (form(formed) !== formed) unstable.push(given);
        }
      }
    }
    expect(unstable).toEqual([]);
  });

  it.each([
    '\0',
    '\u0007',
    '\v',
    '\f',
    '\u001F',
    '\u007F',
    '\u0085',
    '\uFFFE',
    '\uFDD0',
    '\u{1FFFF}',
    '\uD800',
  ])('is refused with %j, which becomes a space in rows that exist', (character) => {
    for (const rule of [text(), multiLineText(), longText, lot, reference]) {
      const { error } = rule.safeParse(`a${character}b`);
      expect(error!.issues.map(({ message }) => message)).toEqual([
        'must not contain control characters, noncharacters or lone surrogates',
      ]);
    }
    expect(storable(`a${character}b`)).toBe('a b');
  });

  it.each(['\u200B', '\u00A0\t', '\u3164', '\u{E0041}', '\uFE0F', '\n', '\u2028'])(
    'is refused if nothing can be seen of it: %j',
    (given) => {
      for (const rule of [text(), multiLineText(), longText, lot, reference]) {
        expect(rule.safeParse(given).error!.issues[0]!.message).toBe('must not be empty');
      }
      expect(isVisible(given)).toBe(false);
    },
  );

  it('is measured in its form', () => {
    expect(text(3).parse(`\u200B${'e\u0301'.repeat(3)}\u200B`)).toBe('ééé');
    expect(text(3).safeParse('e\u0301'.repeat(4)).success).toBe(false);
    // These letters have no single character.
    expect(text(3).safeParse('\u0958'.repeat(2)).success).toBe(false);
    expect(text(3).parse('😀'.repeat(3))).toBe('😀😀😀');
    expect(longText.parse('')).toBe('');
    expect(text().safeParse('').error!.issues[0]!.message).toBe('must not be empty');
  });

  it.each([
    ['marks', `a${'\u0301\u0316'.repeat(60_000)}`],
    ['ZWJ', 'a\u200D'.repeat(60_000)],
    ['tags', '\u{E0041}'.repeat(60_000)],
    ['selectors', ' \uFE0F'.repeat(60_000)],
    ['spaces', `${'\u00A0'.repeat(120_000)}b`],
    ['lines', `${'\r\n'.repeat(60_000)}é`],
  ])('takes little time with very many %s', (_what, given) => {
    const rules = [text(), multiLineText(), longText, lot];
    // A quadratic time would be half a minute.
    expect(cpuMsOf(() => rules.map((rule) => rule.safeParse(given)))).toBeLessThan(3_000);
  });
});

describe('a normalised text', () => {
  const marks = ANY.filter((each) => /\p{M}/u.test(each));
  const others = ['a', 'é', '\u1F00', '\u1100', '\u1161', '\u{1109A}', '\uFC5E', '\u034F', '\u0F73', ' '];

  it('is what the normal form says, however many marks follow one another', () => {
    const some = array(constantFrom(...marks), { minLength: 1, maxLength: 40 });
    const pieces = array(constantFrom(...others), { maxLength: 3 });
    assert(
      property(some, pieces, integer({ min: 0, max: 60 }), (run, between, times) => {
        const given = `e${run.join('').repeat(times)}${between.join('')}${run.toReversed().join('').repeat(30)}`;
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          expect(normalized(given, form)).toBe(given.normalize(form));
        }
      }),
      { numRuns: 50 },
    );
    const all = marks.join('') + marks.toReversed().join('');
    expect(normalized(all, 'NFC')).toBe(all.normalize('NFC'));
  });

  it('takes little time for 200 notes of as many marks as notes can have characters', () => {
    const notes = Array.from({ length: 200 }, (_, row) => `${row}${'\u0345\u0301\u0316\u0334'.repeat(499)}`);
    const parse = () => notes.map((each) => longText.parse(each));
    parse();
    expect(Math.min(...[1, 2, 3].map(() => cpuMsOf(parse)))).toBeLessThan(200);
  });
});

describe('the patterns of texts', () => {
  const rules = { text: text(), multiLineText: multiLineText(), longText, identifierText: identifierText() };

  it.each(Object.entries(rules))('refuse nothing that the rule accepts: %s', (_name, rule) => {
    const given = [...FORMS.map(([, each]) => each), '', ' ', ...ANY, ...ANY.map((each) => `a${each}`)];
    const { pattern = '' } = createSchemas().of(rule, 'input') as { pattern?: string };
    // Spectral, for one, leaves out the flag.
    for (const flags of ['', 'u']) {
      const refused = given.filter((each) => !new RegExp(pattern, flags).test(each));
      expect(refused.filter((each) => rule.safeParse(each).success)).toEqual([]);
      expect(refused.includes(' ')).toBe(rule !== longText);
    }
  });
});

/** The fields whose texts have another form than those of one line. */
const MULTI_LINE = new Set(['notes', 'description', 'address']);
const IDENTIFIERS = new Set(['reference', 'orderNumber', 'carrier', 'lot', 'gtin', 'caseGtin', 'gln']);
/** Texts for fields with a syntax of their own, which is checked after the form of a text. */
const EXAMPLES: Record<string, string> = {
  gtin: '4006381333931',
  caseGtin: '14006381333938',
  gln: '4012345000009',
  country: 'DE',
  publicHolidays: 'DE-BY',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  deliveryWindow: '06:00-10:00',
  contactEmail: 'buying@market.example',
};
/** The fields whose rule depends on the configuration. */
const WITHOUT_RULE = new Set(['url']);

const NOUNS: Record<string, Fields> = {
  account: ACCOUNT_FIELDS,
  product: PRODUCT_FIELDS,
  supermarket: SUPERMARKET_FIELDS,
  branch: BRANCH_FIELDS,
  delivery: DELIVERY_FIELDS,
  lot: LOT_FIELDS,
  return: RETURN_FIELDS,
  receiptLine: RECEIPT_LINE_FIELDS,
  webhook: WEBHOOK_FIELDS,
};
const TEXTS = Object.entries(NOUNS).flatMap(([noun, fields]) =>
  Object.entries(fields)
    .filter(([name, { kind, in: places }]) => {
      const isGiven = !places || places.some((place) => place !== 'out');
      return kind.sql === 'text' && !kind.values && isGiven && !WITHOUT_RULE.has(name);
    })
    .map(([name, field]): [string, string, z.ZodType] => [noun, name, ruleOf(field)]),
);

describe('every text of every noun', () => {
  it.each(TEXTS)('has its form: %s.%s', (_noun, name, rule) => {
    const example = EXAMPLES[name];
    const form = example === undefined ? formOf(name) : identifier;
    const given =
      example === undefined ? FORMS.map(([, each]) => each) : [`\u200B\u00A0${example}\u2009\u200B`];
    expect(given.map((each) => rule.parse(each))).toEqual(given.map((each) => form(each)));
    expect(rule.safeParse(`${example}\u0007`).success).toBe(false);
  });

  it('has these forms in withdrawals', () => {
    const withdrawn = { kind: 'test', productId: '1', reason: 'a\nb', instruction: 'a\r\nb' };
    const { lots, reason, instruction } = CreateWithdrawal.parse({
      ...withdrawn,
      lots: [`L${PERSIAN}\u200B`],
    });
    expect([lots, reason, instruction]).toEqual([['Lمیخواهم'], 'a\nb', 'a\nb']);
    expect(CloseWithdrawal.parse({ reason: 'a\r\nb' }).reason).toBe('a\nb');
  });

  it('is not left out here', () => {
    expect(TEXTS.length).toBeGreaterThan(25);
    expect(reason.parse('a\nb')).toBe('a b');
  });
});

function formOf(name: string): TextForm {
  if (IDENTIFIERS.has(name)) return identifier;
  return MULTI_LINE.has(name) ? multiLine : singleLine;
}
