import { describe, expect, it } from 'vitest';
import { filledBy, filledByScan } from '../../web/src/trade/lot/draft-lot.ts';
import { lotIn } from '../../web/src/trade/lot/lot-in.ts';
import { isSameGtin, readGs1, type Scan } from '../../web/src/trade/lot/read-gs1.ts';
import { type Counted, scannedQuantity } from '../../web/src/trade/lot/scanned-quantity.ts';
import { cpuMsOf } from '../support/process/cpu-time.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const GTIN = '04012345100013';
const GS = '\x1D';

/** Returns a product with these GTINs, counted in pieces unless said otherwise. */
const productWith = (fields: Partial<Counted>): Counted => ({
  gtin: null,
  caseGtin: null,
  unit: 'PIECE',
  unitsPerCase: null,
  ...fields,
});

const read = (text: string) => readGs1(text, NOW);

describe('reads', () => {
  it.each([
    ['printed', `(01)${GTIN}(15)261220(10)L4711`],
    ['printed, with a lot before the date', `(01)${GTIN}(10)L4711(15)261220`],
    ['raw, with the lot at the end', `01${GTIN}1526122010L4711`],
    ['raw, with a separator after the lot', `01${GTIN}10L4711${GS}15261220`],
    ['raw, as GS1-128', `]C101${GTIN}1526122010L4711`],
    ['raw, as DataMatrix that begins with a separator', `]d2${GS}01${GTIN}10L4711${GS}15261220`],
    ['raw, with another way to type a separator', `01${GTIN}10L4711^15261220`],
    ['raw, with a separator in words', `01${GTIN}10L4711{GS}15261220`],
    ['with values that are skipped', `01${GTIN}1126110110L4711${GS}21SERIAL${GS}330300125015261220240ABC`],
    ['raw, with a bar for the separator', `01${GTIN}10L4711|15261220`],
    ['a Digital Link', `https://id.gs1.org/01/${GTIN}/10/L4711?15=261220`],
    [
      'a Digital Link of a site, with others',
      `http://shop.example/p/01/4012345100013/10/L4711/21/7?15=261220&lang=de`,
    ],
    ['a Digital Link without its scheme', `ID.GS1.ORG/01/${GTIN}/10/L4711?15=261220`],
    ['a Digital Link with an escaped lot', `https://id.gs1.org/01/${GTIN}/10/L%34711?15=261220`],
    ['with spaces around it', `  (01)${GTIN}(15)261220(10)L4711\n`],
  ])('a GTIN, a lot and a best-before date: %s', (_how, text) => {
    expect(read(text)).toEqual({ gtin: GTIN, lot: 'L4711', bestBefore: '2026-12-20' });
  });

  it.each([
    ['(01)04012345100013(17)261231', { gtin: GTIN, useBy: '2026-12-31' }],
    ['(02)04012345100013(37)12(10)A(1)', { gtin: GTIN, lot: 'A(1)', count: 12 }],
    ['(00)340123450000000018(02)04012345100013(37)00012', { gtin: GTIN, count: 12 }],
    ['(01)04012345100013(30)7', { gtin: GTIN, count: 7 }],
    ['(01)04012345100013(37)7', { gtin: GTIN, count: 7 }],
    ['(01)04012345100013(3102)001250', { gtin: GTIN, kilograms: 12.5 }],
    ['(01)04012345100013(3105)001250(30)2', { gtin: GTIN, count: 2, kilograms: 0.0125 }],
    // Litres, pounds, no such decimals, and nothing.
    ['(01)04012345100013(3150)000012(3200)000012(3106)000012(37)0', { gtin: GTIN }],
    ['(01)04012345100013(37)12X(10)A', { gtin: GTIN, lot: 'A' }],
    ['(10)l4711', { lot: 'l4711' }],
    ['(15)270200', { bestBefore: '2027-02-28' }],
    ['(15)280200', { bestBefore: '2028-02-29' }],
    ['(17)760101', { useBy: '2076-01-01' }],
    ['(17)770101', { useBy: '1977-01-01' }],
    ['(01)04012345100013(7003)2612311830', { gtin: GTIN, useBy: '2026-12-31' }],
    ['(10)A(17)261231(7003)2612310000', { lot: 'A', useBy: '2026-12-31' }],
    [`]C101${GTIN}70032612311830${GS}10A`, { gtin: GTIN, lot: 'A', useBy: '2026-12-31' }],
    ['(10)A(11)261101(16)261220', { lot: 'A', otherDate: { name: 'sell-by date', date: '2026-12-20' } }],
    ['(10)A(7007)261101261103', { lot: 'A', otherDate: { name: 'harvest date', date: '2026-11-01' } }],
    ['(10)A(11)261101(15)261220', { lot: 'A', bestBefore: '2026-12-20' }],
    ['(10)A(15)261201(17)261205', { lot: 'A', bestBefore: '2026-12-01', useBy: '2026-12-05' }],
    ['(00)340123450000000018(10)A', { lot: 'A' }],
  ])('%s', (text, scan) => expect(read(text)).toEqual(scan));
});

it.each([
  'L4711',
  '10L4711',
  '1526122010L4711',
  '20261120',
  'B(12)',
  '010401234510001410A',
  '01040123451000',
  'A|B',
  'L471115261220',
  'a/b.c/01',
  '',
  '(',
])('leaves %j alone, which may be a plain lot', (text) => {
  expect(read(text)).toBeUndefined();
});

describe('refuses', () => {
  it.each([
    ['a wrong check digit', '(01)04012345100014(10)A', /check digit/],
    ['a wrong check digit after a mark', ']C10104012345100014', /check digit/],
    ['a month that does not exist', '(15)261300', /does not exist/],
    ['a day that does not exist', '(17)270229', /does not exist/],
    ['an hour that does not exist', '(7003)2612312400', /does not exist/],
    ['a use-by time that was cut off', '(7003)26123118', /does not exist/],
    ['two use-by dates', '(17)261230(7003)2612311830', /two use-by dates/],
    ['a short date', '(15)2612', /incomplete/],
    ['letters in a GTIN', '(01)0401234510001A', /incomplete/],
    ['a lot that is too long', `(10)${'A'.repeat(21)}`, /too long/],
    ['an empty lot', '(10)(15)261220', /incomplete/],
    ['two lots', '(10)A(10)B', /two values/],
    ['other characters', '(10)A\u0000B', /incomplete/],
    ['markup', '(10)<img src=x>', /incomplete/],
    ['a code that was cut off', `]C101${GTIN}1526`, /incomplete/],
    ['an unknown identifier', `]C101${GTIN}5`, /incomplete/],
    ['a code without a mark that was cut off', `01${GTIN}1526`, /incomplete/],
    ['a code without a mark and an unknown identifier', `02${GTIN}5`, /incomplete/],
    ['a code without a mark and a bad date', `01${GTIN}15261399`, /does not exist/],
    ['a link to anything else', 'https://example.com/lots/L4711', /no GTIN/],
    ['a link that was cut off', `https://id.gs1.org/01/${GTIN}/10`, /incomplete/],
    ['a link with a wrong check digit', 'https://id.gs1.org/01/04012345100014/10/A', /check digit/],
    ['a link with a broken escape', `https://id.gs1.org/01/${GTIN}/10/A%E0%A4%A`, /incomplete/],
    ['nothing but a mark', ']C1', /incomplete/],
  ])('%s', (_what, text, problem) => expect(read(text)).toEqual({ problem: expect.stringMatching(problem) }));
});

it.each([
  ['a best-before date', '15', 'bestBefore'],
  ['a use-by date', '17', 'useBy'],
])('asks about a lot that ends like %s', (_what, identifier, name) => {
  for (const mark of ['', ']C1']) {
    expect(read(`${mark}01${GTIN}10L4711${identifier}261220`)).toEqual({
      gtin: GTIN,
      lot: `L4711${identifier}261220`,
      or: { gtin: GTIN, lot: 'L4711', [name]: '2026-12-20' },
    });
  }
  // With its separator, or without such a day, there is nothing to ask.
  expect(read(`01${GTIN}10L4711${identifier}261220${GS}15261230`)).not.toHaveProperty('or');
  expect(read(`01${GTIN}10L4711${identifier}261399`)).not.toHaveProperty('or');
  expect(read(`(01)${GTIN}(10)L4711${identifier}261220`)).not.toHaveProperty('or');
});

it('asks about a lot that ends like a use-by date with its time', () => {
  expect(read(`01${GTIN}10L471170032612201830`)).toMatchObject({
    or: { gtin: GTIN, lot: 'L4711', useBy: '2026-12-20' },
  });
});

it('asks for the best-before or use-by date of a lot that has only another one', () => {
  const draft = {
    key: 0,
    lot: '(10)A(13)261101',
    dateKind: 'useBy',
    date: '',
    quantity: '1',
    source: null,
  } as const;
  expect(filledByScan(draft, productWith({}))).toMatchObject({
    lot: 'A',
    date: '',
    doubt: expect.stringMatching(/only the packaging date, .*2026\. Enter the best-before/),
  });
});

it.each([
  [`01${GTIN}10L471115261220`, /lost a separator: is the lot L4711/],
  [`01${GTIN}1526`, /incomplete/],
  [`01${GTIN}`, /no lot/],
])('takes no barcode for a lot: %s', (text, problem) => {
  expect(lotIn(text)).toEqual({ problem: expect.stringMatching(problem) });
});

it('takes a lot as it is typed, without what cannot be seen', () => {
  expect(lotIn(' L\u200B4711\u00A0')).toEqual({ lot: 'L4711' });
  expect(lotIn(`01${GTIN}10L4711`)).toEqual({ lot: 'L4711' });
});

it('takes the GTIN of a product for no lot', () => {
  const draft = {
    key: 0,
    lot: '4012345100013',
    dateKind: 'useBy',
    date: '',
    quantity: '1',
    source: null,
  } as const;
  expect(filledByScan(draft, productWith({ gtin: GTIN }))).toMatchObject({
    lot: '',
    doubt: 'This barcode has no lot and no date.',
  });
  expect(filledByScan(draft, productWith({}))).toBeUndefined();
});

it('takes the number of a pallet for no lot, also without a mark of its barcode', () => {
  const sscc = '00340123450000000017';
  expect(lotIn(sscc)).toEqual({ problem: 'This barcode has no lot.' });
  expect(read(`${sscc}02${GTIN}37001210L4711`)).toMatchObject({ gtin: GTIN });
  expect(lotIn(`${sscc}10L4711`)).toEqual({ lot: 'L4711' });
  // Another check digit: a lot that only looks like one.
  expect(lotIn('00340123450000000018')).toEqual({ lot: '00340123450000000018' });
});

describe('the quantity that a barcode states', () => {
  const CASE = '14012345100010';
  const bread = productWith({ gtin: GTIN, caseGtin: CASE, unitsPerCase: 8 });

  it.each<[string, Partial<Counted>, number | undefined]>([
    [`(02)${GTIN}(37)12`, {}, 12],
    [`(01)${GTIN}(30)12`, {}, 12],
    [`(02)${CASE}(37)12`, {}, 96],
    [`(02)${CASE}(37)12`, { unit: 'CASE' }, 12],
    [`(02)${CASE}(37)12`, { unitsPerCase: null }, undefined],
    [`(02)${CASE}(37)12`, { gtin: null }, 96],
    // As in the master data of products that are sold by the case only.
    [`(02)${GTIN}(37)12`, { caseGtin: GTIN }, 12],
    [`(02)${GTIN}(37)12`, { gtin: null, caseGtin: null }, undefined],
    [`(02)04012345100020(37)12`, {}, undefined],
    [`(01)${GTIN}(10)A`, {}, undefined],
    ['(10)A(37)12', {}, undefined],
    [`(01)${GTIN}(3102)001200`, { unit: 'KILOGRAM' }, 12],
    // Quantities are whole.
    [`(01)${GTIN}(3102)001250`, { unit: 'KILOGRAM' }, undefined],
    [`(01)${GTIN}(3102)001200`, {}, undefined],
    [`(02)${GTIN}(37)12`, { unit: 'KILOGRAM' }, undefined],
  ])('%s of %j is %s', (text, fields, quantity) => {
    expect(scannedQuantity(read(text) as Scan, { ...bread, ...fields })).toBe(quantity);
  });

  it('is that of the lot', () => {
    const draft = {
      key: 0,
      lot: `(02)${CASE}(37)12(10)L4711`,
      dateKind: 'useBy',
      date: '',
      source: null,
    } as const;
    expect(filledByScan({ ...draft, quantity: '1' }, bread)).toMatchObject({ lot: 'L4711', quantity: '96' });
    const plain = { ...draft, lot: `(01)${CASE}(10)L4711`, quantity: '1' };
    expect(filledByScan(plain, bread)).toMatchObject({ lot: 'L4711', quantity: '1' });
    const lost = { ...draft, lot: `02${CASE}3712${GS}10L471115261220`, quantity: '1' };
    const asked = filledByScan(lost, bread)!;
    expect(filledBy(asked.readings![0]!, asked, bread)).toMatchObject({ lot: 'L4711', quantity: '96' });
  });
});

it('reads a very long text in no time', () => {
  const texts = [`(10)${'(1'.repeat(50_000)}`, `]C1${GS.repeat(50_000)}`, '10'.repeat(50_000)];
  expect(cpuMsOf(() => texts.map((text) => read(text)))).toBeLessThan(1_000);
});

it('compares GTINs of every length', () => {
  expect(isSameGtin(GTIN, [null, '4012345100013'])).toBe(true);
  expect(isSameGtin('00000096385074', ['96385074'])).toBe(true);
  expect(isSameGtin(GTIN, [null, '4012345100020'])).toBe(false);
});
