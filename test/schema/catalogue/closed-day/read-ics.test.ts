import { array, assert, constantFrom, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../src/schema/core/errors.ts';
import { MAX_LOOKED_AT, readIcs } from '../../../../src/schema/catalogue/closed-day/read-ics.ts';
import { MAX_DAYS_IN_FILE } from '../../../../src/schema/catalogue/limits.ts';
import { cpuMsOf } from '../../../support/process/cpu-time.ts';

const TODAY = '2026-11-26';

/** Returns a file with these events, one line for each property. */
function calendar(...events: string[]): string {
  const bodies = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...bodies, 'END:VCALENDAR', ''].join('\n');
}

function days(...events: string[]): string[] {
  return [...readIcs(calendar(...events), TODAY).days.keys()];
}

function problemOf(ics: string): string {
  try {
    readIcs(ics, TODAY);
  } catch (error) {
    const [{ code, field, message }] = (error as AppError).faults as [AppError['faults'][number]];
    return `${code} ${field}: ${message}`;
  }
  return 'none';
}

const CHRISTMAS = 'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nSUMMARY:Christmas';

describe('a calendar file', () => {
  it('closes the days from the start of an event to before its end', () => {
    const { days: found, ignored } = readIcs(calendar(CHRISTMAS), TODAY);
    expect([...found]).toEqual([
      ['2026-12-24', 'Christmas'],
      ['2026-12-25', 'Christmas'],
      ['2026-12-26', 'Christmas'],
    ]);
    expect(ignored).toBe(0);
  });

  it.each([
    ['no end', 'DTSTART;VALUE=DATE:20261224', ['2026-12-24']],
    ['its own day as its end', 'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261224', ['2026-12-24']],
    ['days', 'DTSTART;VALUE=DATE:20261224\nDURATION:P2D', ['2026-12-24', '2026-12-25']],
    ['a week', 'DTSTART;VALUE=DATE:20261120\nDURATION:P1W\nSTATUS:CONFIRMED', ['2026-11-26']],
    [
      'days that begin before today',
      'DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261128',
      ['2026-11-26', '2026-11-27'],
    ],
    ['a day in the past', 'DTSTART;VALUE=DATE:20261125', []],
    ['the last day that is read', 'DTSTART;VALUE=DATE:20291126\nDURATION:P2D', ['2029-11-26']],
    ['a day that is too far away', 'DTSTART;VALUE=DATE:20291127', []],
  ])('reads an event with %s', (_name, event, expected) => {
    expect(days(event)).toEqual(expected);
  });

  it.each([
    ['every year', 'RRULE:FREQ=YEARLY', ['2027-05-01', '2028-05-01', '2029-05-01']],
    ['in lower case', 'rrule:FREQ=YEARLY', ['2027-05-01', '2028-05-01', '2029-05-01']],
    ['so many times', 'RRULE:FREQ=YEARLY;COUNT=14', ['2027-05-01', '2028-05-01']],
    ['until a day', 'RRULE:FREQ=YEARLY;UNTIL=20280501', ['2027-05-01', '2028-05-01']],
    ['until a time', 'RRULE:FREQ=YEARLY;UNTIL=20280430T220000Z', ['2027-05-01']],
    ['every third year', 'RRULE:FREQ=YEARLY;INTERVAL=3', ['2027-05-01']],
    ['without some', 'RRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20280501,20290501', ['2027-05-01']],
  ])('repeats an event %s', (_name, rule, expected) => {
    const start = rule.includes('INTERVAL') ? '20210501' : '20150501';
    expect(days(`DTSTART;VALUE=DATE:${start}\n${rule}`)).toEqual(expected);
  });

  it.each([
    ['a day and no type', 'DTSTART:20270105', ['2027-01-05']],
    ['days and no type', 'DTSTART:20270105\nDTEND:20270107', ['2027-01-05', '2027-01-06']],
    ['midnights', 'DTSTART:20270105T000000\nDTEND:20270107T000000', ['2027-01-05', '2027-01-06']],
    [
      'midnights of a zone',
      'DTSTART;TZID=Europe/Berlin:20270105T000000\nDTEND;TZID=Europe/Berlin:20270106T000000',
      ['2027-01-05'],
    ],
    ['midnights in UTC', 'DTSTART:20270105T000000Z\nDTEND:20270106T000000Z', ['2027-01-05']],
    ['midnight and 48 hours', 'DTSTART:20270105T000000\nDURATION:PT48H', ['2027-01-05', '2027-01-06']],
    ['midnight and a day', 'DTSTART:20270105T000000\nDURATION:P1D', ['2027-01-05']],
    ['a day that ends at midnight', 'DTSTART;VALUE=DATE:20270105\nDTEND:20270106T000000', ['2027-01-05']],
  ])('takes an event with %s as whole days', (_name, event, expected) => {
    expect(days(event)).toEqual(expected);
  });

  it.each([
    ['a day', 'RDATE;VALUE=DATE:20270301', ['2027-01-05', '2027-03-01']],
    ['eight digits', 'RDATE:20270301,20270401', ['2027-01-05', '2027-03-01', '2027-04-01']],
    ['a time', 'RDATE:20270301T000000Z', ['2027-01-05', '2027-03-01']],
    [
      'a period between midnights',
      'RDATE;VALUE=PERIOD:20270301T000000/20270303T000000',
      ['2027-01-05', '2027-03-01', '2027-03-02'],
    ],
    ['a period of days', 'RDATE;VALUE=PERIOD:20270301/P2D', ['2027-01-05', '2027-03-01', '2027-03-02']],
    [
      'a period over midnight',
      'RDATE;VALUE=PERIOD:20270301T180000/PT12H',
      ['2027-01-05', '2027-03-01', '2027-03-02'],
    ],
    ['a period of hours', 'RDATE;VALUE=PERIOD:20270301T180000/PT5H', ['2027-01-05', '2027-03-01']],
    ['days that are excluded', 'RDATE:20270301,20270401\nEXDATE:20270301', ['2027-01-05', '2027-04-01']],
    ['its own day excluded', 'RDATE:20270301\nEXDATE:20270105T000000Z', ['2027-03-01']],
  ])('adds the dates of RDATE: %s', (_name, dates, expected) => {
    expect(days(`DTSTART;VALUE=DATE:20270105\n${dates}`)).toEqual(expected);
  });

  it('adds the dates of RDATE to a rule, with the length of the event', () => {
    const event = 'DTSTART;VALUE=DATE:20261224\nDURATION:P2D\nRRULE:FREQ=YEARLY;COUNT=2\nRDATE:20270110';
    expect(days(event)).toEqual([
      '2026-12-24',
      '2026-12-25',
      '2027-12-24',
      '2027-12-25',
      '2027-01-10',
      '2027-01-11',
    ]);
  });

  it.each([
    'EXDATE;VALUE=DATE:20271224',
    'EXDATE:20271224',
    'EXDATE:20271224T000000Z',
    'EXDATE;TZID=Europe/Berlin:20271224T000000',
    'EXDATE;VALUE=DATE:20281224\nEXDATE:20271224T100000,20281224',
  ])('leaves out the day of %s', (exception) => {
    const found = days(`DTSTART;VALUE=DATE:20241224\nRRULE:FREQ=YEARLY\n${exception}`);
    expect(found).not.toContain('2027-12-24');
    expect(found).toContain('2026-12-24');
  });

  it.each([
    ['BYMONTH=12;BYMONTHDAY=24', ['2026-12-24', '2027-12-24', '2028-12-24']],
    ['BYMONTH=12;BYMONTHDAY=24,31;COUNT=9', ['2026-12-24', '2026-12-31', '2027-12-24']],
    ['BYMONTH=1,12;BYMONTHDAY=-1;UNTIL=20280131', ['2026-12-31', '2027-01-31', '2027-12-31', '2028-01-31']],
    ['BYMONTH=2;BYMONTHDAY=-1', ['2027-02-28', '2028-02-29', '2029-02-28']],
    ['BYMONTH=12;WKST=SU', ['2026-12-24', '2027-12-24', '2028-12-24']],
    ['BYMONTH=2;BYMONTHDAY=30', []],
    ['BYMONTH=5;BYMONTHDAY=1;INTERVAL=4', ['2027-05-01']],
  ])('repeats an event by FREQ=YEARLY;%s', (rule, expected) => {
    expect(days(`DTSTART;VALUE=DATE:20231224\nRRULE:FREQ=YEARLY;${rule}`)).toEqual(expected);
  });

  it('counts the days before those that are read', () => {
    const event = 'DTSTART;VALUE=DATE:20101225\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,31;COUNT=';
    // One in 2010, and two in each of the 15 years to 2025.
    expect(days(`${event}31`)).toEqual([]);
    expect(days(`${event}32`)).toEqual(['2026-12-24']);
  });

  it('repeats February 29 in leap years only', () => {
    expect(days('DTSTART;VALUE=DATE:20200229\nRRULE:FREQ=YEARLY;COUNT=3')).toEqual(['2028-02-29']);
    expect(days('DTSTART;VALUE=DATE:20200229\nRRULE:FREQ=YEARLY;COUNT=2')).toEqual([]);
  });

  it('takes an occurrence from its own event where there is one', () => {
    const series = 'UID:a\nDTSTART;VALUE=DATE:20200501\nRRULE:FREQ=YEARLY';
    const moved = 'UID:a\nRECURRENCE-ID;VALUE=DATE:20270501\nDTSTART;VALUE=DATE:20270503';
    const cancelled =
      'UID:a\nRECURRENCE-ID;VALUE=DATE:20280501\nDTSTART;VALUE=DATE:20280501\nSTATUS:CANCELLED';
    const { days: found, ignored } = readIcs(calendar(series, moved, cancelled), TODAY);
    expect([...found.keys()].sort()).toEqual(['2027-05-03', '2029-05-01']);
    expect(ignored).toBe(1);
  });

  it.each([
    ['a time of the day', 'DTSTART:20261224T100000Z'],
    ['a local time', 'DTSTART;TZID=Europe/Berlin:20261224T100000'],
    ['an end at a time', 'DTSTART;VALUE=DATE:20261224\nDTEND:20261224T120000Z'],
    ['a duration of hours', 'DTSTART;VALUE=DATE:20261224\nDURATION:PT24H'],
    ['the status cancelled', `${CHRISTMAS}\nSTATUS:CANCELLED`],
    ['a weekly rule', `${CHRISTMAS}\nRRULE:FREQ=WEEKLY`],
    ['a rule by weekday', `${CHRISTMAS}\nRRULE:FREQ=YEARLY;BYDAY=MO`],
    ['two ends of its rule', `${CHRISTMAS}\nRRULE:FREQ=YEARLY;COUNT=2;UNTIL=20281224`],
    ['two rules', `${CHRISTMAS}\nRRULE:FREQ=YEARLY\nRRULE:FREQ=YEARLY`],
    ['days of every month', `${CHRISTMAS}\nRRULE:FREQ=YEARLY;BYMONTHDAY=24`],
    ['an exception rule', `${CHRISTMAS}\nRRULE:FREQ=YEARLY\nEXRULE:FREQ=YEARLY`],
    ['more dates of a weekly rule', `${CHRISTMAS}\nRRULE:FREQ=WEEKLY\nRDATE;VALUE=DATE:20270102`],
    ['a midnight and no end', 'DTSTART:20261224T000000'],
    ['a midnight and an end at a time', 'DTSTART:20261224T000000\nDTEND:20261225T120000'],
    ['a midnight and a duration of hours', 'DTSTART:20261224T000000\nDURATION:PT12H'],
    [
      'a length of more than the year of its rule',
      'DTSTART;VALUE=DATE:20200101\nDURATION:P367D\nRRULE:FREQ=YEARLY',
    ],
  ])('counts an event with %s as ignored', (_name, event) => {
    const { days: found, ignored } = readIcs(calendar(event, 'DTSTART;VALUE=DATE:20270101'), TODAY);
    expect([[...found.keys()], ignored]).toEqual([['2027-01-01'], 1]);
  });

  it.each([
    ['an empty file', ''],
    ['another file', 'date;reason\n2026-12-24;Christmas'],
    ['only events', `BEGIN:VEVENT\n${CHRISTMAS}\nEND:VEVENT`],
    ['a file that was cut', calendar(CHRISTMAS).slice(0, 90)],
    ['a file that ends nothing', 'BEGIN:VCALENDAR\n'.repeat(2_000)],
  ])('is refused if it is %s', (_name, ics) => {
    expect(problemOf(ics)).toMatch(/^validation_error ics: ics must be an iCalendar file/);
  });

  it.each([
    ['no start', 'SUMMARY:Christmas', 'without DTSTART'],
    ['a day that no month has', 'DTSTART;VALUE=DATE:20270230', 'no valid date in DTSTART'],
    ['a start that is none', 'DTSTART:soon', 'no valid date in DTSTART'],
    [
      'an end that is none',
      'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261340',
      'no valid date in DTEND',
    ],
    [
      'an end before its start',
      'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261223',
      'ends before it starts',
    ],
    ['a negative duration', 'DTSTART;VALUE=DATE:20261224\nDURATION:-P1D', 'ends before it starts'],
    ['a further date that is none', 'DTSTART:20261224\nRDATE:20270230', 'no valid date in RDATE'],
    ['an exception that is none', 'DTSTART:20261224\nEXDATE:20270230T000000Z', 'no valid date in EXDATE'],
    [
      'a period that ends before it starts',
      'DTSTART:20261224\nRDATE;VALUE=PERIOD:20270102T000000/20270101T000000',
      'ends before it starts',
    ],
  ])('is refused with an event of %s', (_name, event, problem) => {
    expect(problemOf(calendar(CHRISTMAS, event))).toContain(problem);
  });

  it('is refused with more days than can be imported', () => {
    expect(problemOf(long('99990101'))).toContain(`at most ${MAX_DAYS_IN_FILE} days`);
    // 1,000 days from today on.
    expect(readIcs(long('20290822'), TODAY).days.size).toBe(1_000);
    expect(problemOf(long('20290823'))).toContain(`at most ${MAX_DAYS_IN_FILE} days`);
  });

  it.each([
    ['the same long event', 'DTSTART;VALUE=DATE:20261201\nDURATION:P990D'],
    ['a long event each year', 'DTSTART;VALUE=DATE:20261201\nDURATION:P300D\nRRULE:FREQ=YEARLY'],
    [
      'days in every month of every year',
      'DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=1,2,3',
    ],
    ['a long event on many dates', 'DTSTART:20261201\nDURATION:P300D\nRDATE:20270101,20270102,20270103'],
    ['leap years of a thousand years', 'DTSTART;VALUE=DATE:00040229\nRRULE:FREQ=YEARLY;COUNT=900'],
  ])('is refused with %s more often than its days can be looked at', (_name, event) => {
    const file = calendar(...Array.from({ length: 2_500 }, () => event));
    expect(problemOf(file)).toContain(`at most ${MAX_LOOKED_AT} days`);
    // Other than the days, what is looked at before is in proportion to the file.
    expect(cpuMsOf(() => problemOf(file))).toBeLessThan(500);
  });

  it('can name the same days many times', () => {
    expect(days(...Array.from({ length: 6_000 }, () => CHRISTMAS)).length).toBe(3);
  });

  it('can have folded lines, either line break and a byte order mark', () => {
    const folded = calendar(`${CHRISTMAS}\n  Eve\\, and more`);
    const expected = [...readIcs(folded, TODAY).days];
    expect(expected[0]).toEqual(['2026-12-24', 'Christmas Eve, and more']);
    expect([...readIcs(folded.replaceAll('\n', '\r\n'), TODAY).days]).toEqual(expected);
    expect([...readIcs(`\uFEFF${folded}`, TODAY).days]).toEqual(expected);
  });

  it('gives its reasons the form of texts', () => {
    expect(reasonOf('SUMMARY:  A\u00A0\u0007day\\noff ')).toBe('A  day off');
    expect(reasonOf(`SUMMARY:${'é'.repeat(500)}`)).toBe('é'.repeat(200));
    expect(reasonOf('SUMMARY:')).toBeNull();
    expect(reasonOf('SUMMARY:\u200B')).toBeNull();
    expect(reasonOf('DESCRIPTION:none')).toBeNull();
  });

  it('has several calendars', () => {
    const both = calendar(CHRISTMAS) + calendar('DTSTART;VALUE=DATE:20270101');
    expect(readIcs(both, TODAY).days.size).toBe(4);
  });

  it('closes the days that another computation finds', () => {
    const event = record({
      start: tuple(
        integer({ min: 2019, max: 2031 }),
        integer({ min: 1, max: 12 }),
        integer({ min: 1, max: 28 }),
      ),
      length: integer({ min: 1, max: 9 }),
      rule: option(
        record({
          interval: option(integer({ min: 1, max: 4 })),
          count: option(integer({ min: 1, max: 9 })),
          excluded: array(integer({ min: 2019, max: 2031 }), { maxLength: 3 }),
        }),
      ),
      end: constantFrom('DTEND', 'DURATION'),
    });
    assert(
      property(array(event, { maxLength: 6 }), (events) => {
        const texts = events.map(({ start, length, rule, end }) => {
          const first = Temporal.PlainDate.from({ year: start[0], month: start[1], day: start[2] });
          const excluded = (rule?.excluded ?? []).map((year) => written(first.with({ year })));
          return [
            `DTSTART;VALUE=DATE:${written(first)}`,
            end === 'DTEND'
              ? `DTEND;VALUE=DATE:${written(first.add({ days: length }))}`
              : `DURATION:P${length}D`,
            ...(rule
              ? [
                  `RRULE:FREQ=YEARLY${rule.interval ? `;INTERVAL=${rule.interval}` : ''}${rule.count ? `;COUNT=${rule.count}` : ''}`,
                ]
              : []),
            ...(excluded.length > 0 ? [`EXDATE;VALUE=DATE:${excluded.join(',')}`] : []),
          ].join('\n');
        });
        // Asks of every day of the window whether an event covers it.
        const expected: string[] = [];
        for (
          let day = Temporal.PlainDate.from(TODAY);
          Temporal.PlainDate.compare(day, '2029-11-26') <= 0;
          day = day.add({ days: 1 })
        ) {
          if (events.some((each) => covers(each, day))) expected.push(day.toString());
        }
        expect(days(...texts).sort()).toEqual(expected);
      }),
      { numRuns: process.env.TESTS === 'long' ? 60 : 12 },
    );
  });
});

function long(end: string): string {
  return calendar(`DTSTART;VALUE=DATE:19000101\nDTEND;VALUE=DATE:${end}`);
}

function reasonOf(summary: string): string | null | undefined {
  return readIcs(calendar(`DTSTART;VALUE=DATE:20261224\n${summary}`), TODAY).days.get('2026-12-24');
}

function written(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '');
}

interface Event {
  start: [number, number, number];
  length: number;
  rule: { interval: number | null; count: number | null; excluded: number[] } | null;
}

function covers({ start: [year, month, day], length, rule }: Event, date: Temporal.PlainDate): boolean {
  const first = Temporal.PlainDate.from({ year, month, day });
  for (let turn = 0; turn < (rule ? (rule.count ?? 20) : 1); turn++) {
    const begin = first.add({ years: turn * (rule?.interval ?? 1) });
    if (rule?.excluded.includes(begin.year)) continue;
    const after = begin.until(date).days;
    if (after >= 0 && after < length) return true;
  }
  return false;
}

function countTo(last: number): string {
  return Array.from({ length: last }, (_, at) => at + 1).join(',');
}

describe('a hostile calendar file of the size of a body', () => {
  const SIZE = 256 * 1024;
  it.each<[string, string]>([
    [
      'many events',
      calendar(...Array.from({ length: 4_000 }, () => 'DTSTART;VALUE=DATE:00010101\nRRULE:FREQ=YEARLY')),
    ],
    ['many parameters', calendar(`DTSTART${';A=B'.repeat(60_000)}:20270101`)],
    ['a quote that never ends', calendar(`DTSTART;A="${'x'.repeat(SIZE)}`)],
    ['many folds', calendar(`SUMMARY:a${'\n b'.repeat(80_000)}\nDTSTART;VALUE=DATE:20270101`)],
    [
      'many exceptions',
      calendar(
        `DTSTART;VALUE=DATE:20270101\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:${'20270101,'.repeat(28_000)}20270101`,
      ),
    ],
    [
      'many further dates',
      calendar(`DTSTART;VALUE=DATE:20270101\nRDATE:${'20270101,'.repeat(28_000)}20270101`),
    ],
    [
      'many periods',
      calendar(
        `DTSTART;VALUE=DATE:20270101\nRDATE;VALUE=PERIOD:${'20270101T000000/P999999W,'.repeat(10_000)}20270101/P1D`,
      ),
    ],
    [
      'many rules with all days',
      calendar(
        ...Array.from(
          { length: 1_200 },
          () =>
            `DTSTART;VALUE=DATE:19000101\nRRULE:FREQ=YEARLY;BYMONTH=${countTo(12)};BYMONTHDAY=${countTo(31)};COUNT=1`,
        ),
      ),
    ],
    [
      'a long rule',
      calendar(`DTSTART;VALUE=DATE:20270101\nRRULE:FREQ=YEARLY;BYDAY=${'MO,'.repeat(80_000)}MO`),
    ],
    ['deep components', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(18_000)}`],
    ['a long text', calendar(`DTSTART;VALUE=DATE:20270101\nSUMMARY:${'\\n\u0301'.repeat(60_000)}`)],
    [
      'many properties',
      calendar(`DTSTART;VALUE=DATE:20270101\n${'EXDATE;VALUE=DATE:20270101\n'.repeat(9_000)}`),
    ],
    [
      'many replaced occurrences',
      calendar(
        ...Array.from(
          { length: 3_000 },
          (_, at) => `UID:a\nRECURRENCE-ID;VALUE=DATE:2027010${(at % 9) + 1}\nDTSTART;VALUE=DATE:20270101`,
        ),
      ),
    ],
  ])('is read or refused at once: %s', (_name, ics) => {
    expect(cpuMsOf(() => problemOf(ics.slice(0, SIZE * 2)))).toBeLessThan(1_500);
  });
});
