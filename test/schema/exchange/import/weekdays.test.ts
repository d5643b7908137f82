import { describe, expect, it } from 'vitest';
import {
  dayLanguagesOf,
  weekdaysInText,
} from '../../../../src/schema/exchange/import/columns/cell/weekdays.ts';
import { cpuMsOf } from '../../../support/process/cpu-time.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Writes days as digits, Monday first. */
function digits(text: string, beside?: string): string | undefined {
  const languages = beside === undefined ? undefined : dayLanguagesOf(beside);
  const days = weekdaysInText(text, languages);
  return Array.isArray(days) ? days.map((day) => DAYS.indexOf(day) + 1).join('') : days;
}

describe('days of the week', () => {
  it.each([
    ['Monday', '1'],
    ['MONDAY', '1'],
    ['Mon, Wed', '13'],
    ['Mon/Wed/Fri', '135'],
    ['Tues & Thurs', '24'],
    ['every Monday and Thursday', '14'],
    ['from Monday to Friday', '12345'],
    ['Mo–Fr', '12345'],
    ['Mo - Fr', '12345'],
    ['Mo., Mi. und Fr.', '135'],
    ['montags', '1'],
    ['Dienstag bis Donnerstag', '234'],
    ['Sonnabend', '6'],
    ['du lundi au vendredi', '12345'],
    ['lun, mer, ven', '135'],
    ['tous les mardis', '2'],
    ['lunes a viernes', '12345'],
    ['miércoles y sábado', '36'],
    ['dal lunedì al venerdì', '12345'],
    ['giovedì e domenica', '47'],
    ['od poniedziałku do piątku', '12345'],
    ['wt., czw.', '24'],
    ['środa', '3'],
    ['ma t/m vr', '12345'],
    ['maandag, woensdag en vrijdag', '135'],
    ['za-ma', '167'],
    ['daily', '1234567'],
    ['täglich', '1234567'],
    ['tous les jours', '1234567'],
    ['codziennie', '1234567'],
    ['weekdays', '12345'],
    ['1,3', '13'],
    ['1, 3; 5', '135'],
    ['1-5', '12345'],
    ['Mon-Wed-Fri', '135'],
    ['Mo – Mi – Fr', '135'],
    ['Fri-Wed-Mon', '135'],
    ['lun-mer-ven', '135'],
    ['Mo-Mi-Fr, So', '1357'],
    ['Mo-Di, Do-Sa', '12456'],
    ['1-3-5', '135'],
    ['1 - 3 - 5', '135'],
    ['1-2-3-4-5', '12345'],
    ['1-3-5,7', '1357'],
    ['1-2,4-6', '12456'],
    ['6–1', '167'],
    ['135', '135'],
    ['7', '7'],
    ['1.3', '13'],
    ['["MONDAY","WEDNESDAY"]', '13'],
    ['{monday,sunday}', '17'],
    ['Fri, Mon, Fri', '15'],
  ])('%j are %s', (text, expected) => {
    expect(digits(text)).toBe(expected);
  });

  it.each([
    '',
    'x',
    'Mon, x',
    'Mo außer Di',
    'Mo-',
    '-Fr',
    'Mo-Mo',
    'Mo-Mi-Mi',
    'Mon to Wed to Fri',
    '1-1',
    '0',
    '8',
    '1,8',
    '531',
    '11',
    'Mon 1',
    'and',
  ])('%j are none', (text) => {
    expect(digits(text)).toBeUndefined();
  });

  it('are read in the language of the column', () => {
    expect(digits('Di')).toBe('ambiguous');
    expect(digits('Di', 'Mi, Fr')).toBe('2');
    expect(digits('Di', 'lu, je')).toBe('7');
    expect(digits('Do', 'Mo, Di')).toBe('4');
    expect(digits('Do', 'lunes')).toBe('7');
    expect(digits('ma', 'woensdag')).toBe('1');
    expect(digits('So', 'Mo')).toBe('7');
    expect(digits('so', 'śr')).toBe('6');
  });

  it('are refused quickly', () => {
    const texts = [
      `${'1 '.repeat(100)}x`,
      `${'1- '.repeat(66)}x`,
      `${'Mo-'.repeat(66)}x`,
      'a'.repeat(1_000_000),
    ];
    let read: unknown[] = [];
    expect(cpuMsOf(() => (read = texts.map((text) => digits(text))))).toBeLessThan(100);
    expect(read).toEqual(texts.map(() => undefined));
  });
});
