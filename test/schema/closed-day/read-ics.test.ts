import { array, assert, constantFrom, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../src/schema/errors.ts';
import { MAX_DAYS_IN_FILE, MAX_LOOKED_AT, readIcs } from '../../../src/schema/closed-day/read-ics.ts';
import { cpuMsOf } from '../../support/process/cpu-time.ts';

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
    ['more dates', `${CHRISTMAS}\nRRULE:FREQ=YEARLY\nRDATE;VALUE=DATE:20270101`],
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
      { numRuns: 60 },
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
