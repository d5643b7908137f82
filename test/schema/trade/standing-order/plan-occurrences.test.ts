import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf } from '../../../../src/schema/trade/standing-order/days.ts';
import { instantOf } from '../../../../src/schema/trade/standing-order/due-at.ts';
import {
  type OccurrenceStatus,
  type Reason,
  SHIFT,
  type Shift,
} from '../../../../src/schema/trade/standing-order/fields.ts';
import {
  closedRangeOf,
  nextDateOf,
  planOccurrences,
  type Rule,
  type Stored,
  storedRangeOf,
} from '../../../../src/schema/trade/standing-order/plan-occurrences.ts';

const FIRST = dayOf('2026-11-01');
const TODAY = dayOf('2026-11-26');
const day = fc.integer({ min: FIRST, max: FIRST + 120 });

const rule: fc.Arbitrary<Rule> = fc
  .record({
    isWeekday: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }).filter((days) => days.includes(true)),
    everyWeeks: fc.integer({ min: 1, max: 4 }),
    startsOn: day,
    endsOn: fc.option(day),
    pause: fc.option(fc.tuple(day, fc.option(day))),
    shift: fc.constantFrom<Shift>(...SHIFT.values),
    settledUntil: fc.integer({ min: TODAY - 10, max: TODAY }),
  })
  .map(({ pause, endsOn, startsOn, ...rest }) => ({
    ...rest,
    startsOn,
    endsOn: endsOn !== null && endsOn >= startsOn ? endsOn : null,
    pausedFrom: pause?.[0] ?? null,
    pausedUntil: pause?.[1] != null && pause[1] >= pause[0] ? pause[1] : null,
  }));

const settled = fc.constantFrom<Omit<Stored, 'deliveryDay'>>(
  { status: 'skipped', reason: null },
  { status: 'skipped', reason: 'closed_day' },
  { status: 'failed', reason: 'archived' },
  { status: 'failed', reason: 'too_late' },
  { status: 'planned', reason: null },
  { status: 'created', reason: null },
);

const stored = fc
  .uniqueArray(fc.tuple(day, settled, fc.integer({ min: -14, max: 14 })), {
    selector: ([at]) => at,
    maxLength: 8,
  })
  .map(
    (all) =>
      new Map(
        all.map(([at, state, moved]): [number, Stored] => [
          at,
          {
            ...state,
            deliveryDay: state.status === 'created' || state.status === 'failed' ? at + moved : null,
          },
        ]),
      ),
  )
  // A standing order delivers at most once a day.
  .filter((all) => {
    const days = [...all.values()].flatMap((state) => (isDelivery(state) ? [state.deliveryDay] : []));
    return new Set(days).size === days.length;
  });

const calendar = fc.record({
  rule,
  stored,
  closed: fc.oneof(
    fc.uniqueArray(fc.integer({ min: FIRST - 60, max: FIRST + 180 }), { maxLength: 60 }),
    // Long holidays, in which no open day is near.
    fc
      .tuple(day, fc.integer({ min: 5, max: 40 }))
      .map(([from, count]) => Array.from({ length: count }, (_, at) => from + at)),
  ),
  from: day,
  length: fc.integer({ min: 0, max: 61 }),
});

/** Returns whether a date counts as a delivery. A missed one does: a person may still record its goods. */
function isDelivery({ status, reason }: Stored): boolean {
  return status === 'created' || reason === 'too_late';
}

interface Shown {
  date: string;
  status: OccurrenceStatus;
  reason: Reason | null;
  deliveryDate: string | null;
}

describe('the plan of a standing order', () => {
  it('is what a second computation by the calendar says', () => {
    fc.assert(
      fc.property(calendar, ({ rule, stored, closed, from, length }) => {
        const to = from + length;
        const isClosed = new Set(closed);
        const planned = planOccurrences(
          { rule, stored, isClosed: (at) => isClosed.has(at), today: TODAY },
          from,
          to,
        );
        const shown = planned.map((each): Shown => ({
          date: dateOf(each.day),
          status: each.status,
          reason: each.reason,
          deliveryDate: each.deliveryDay === null ? null : dateOf(each.deliveryDay),
        }));
        expect(shown).toEqual(expected({ rule, stored, closed: isClosed }, from, to));
      }),
      { numRuns: 500 },
    );
  });

  it('never moves before the first day, after the last one, or into the pause', () => {
    fc.assert(
      fc.property(calendar, ({ rule, closed }) => {
        const isClosed = new Set(closed);
        const unstored = {
          rule,
          stored: new Map(),
          isClosed: (at: number) => isClosed.has(at),
          today: TODAY,
        };
        const days = planOccurrences(unstored, FIRST - 30, FIRST + 180).map(({ deliveryDay }) => deliveryDay);
        expect(days.filter((at) => at !== null && !isWithin(rule, dateOf(at)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the window, nor on what is outside of its ranges', () => {
    fc.assert(
      fc.property(calendar, ({ rule, stored, closed, from, length }) => {
        const to = from + length;
        const isNear = within(closedRangeOf(from, to));
        const isClosed = new Set(closed.filter(isNear));
        const known = new Map([...stored].filter(([at]) => within(storedRangeOf(from, to))(at)));
        const near = planOccurrences(
          { rule, stored: known, isClosed: (at) => isClosed.has(at), today: TODAY },
          from,
          to,
        );
        const all = new Set(closed);
        const whole = planOccurrences(
          { rule, stored, isClosed: (at) => all.has(at), today: TODAY },
          FIRST - 60,
          FIRST + 200,
        );
        expect(near).toEqual(whole.filter((each) => each.day >= from && each.day <= to));
      }),
      { numRuns: 200 },
    );
  });

  it('delivers at most once a day', () => {
    fc.assert(
      fc.property(calendar, ({ rule, stored, closed }) => {
        const isClosed = new Set(closed);
        const planned = planOccurrences(
          { rule, stored, isClosed: (at) => isClosed.has(at), today: TODAY },
          FIRST - 30,
          FIRST + 180,
        );
        const days = planned.flatMap(({ status, deliveryDay }) =>
          status === 'planned' || status === 'created' ? [deliveryDay] : [],
        );
        expect(new Set(days).size).toBe(days.length);
      }),
    );
  });

  it('finds the next date as a search day by day does', () => {
    fc.assert(
      fc.property(rule, day, (rule, from) => {
        const days = Array.from({ length: 400 }, (_, at) => from + at);
        const found = days.find((at) => isDate(rule, dateOf(at))) ?? null;
        const next = nextDateOf(rule, from);
        expect(next !== null && next > from + 399 ? null : next).toBe(found);
      }),
    );
  });
});

/** Returns the expected dates, computed day by day with texts and the calendar of the platform. */
function expected(
  { rule, stored, closed }: { rule: Rule; stored: Map<number, Stored>; closed: Set<number> },
  from: number,
  to: number,
): Shown[] {
  const dates: string[] = [];
  for (let at = FIRST - 100; at <= FIRST + 260; at++) dates.push(dateOf(at));
  const isOpen = (date: string) => !closed.has(dayOf(date));
  const stateOf = (date: string) => stored.get(dayOf(date));
  const isOccurrence = (date: string) =>
    isDate(rule, date) && (date > dateOf(rule.settledUntil) || stateOf(date) !== undefined);
  const createdFor = (target: string) =>
    dates.find((date) => {
      const state = stateOf(date);
      return state && isDelivery(state) && dateOf(state.deliveryDay!) === target;
    });
  const movedTo = new Set<string>();
  const shown: Shown[] = [];
  for (const date of dates) {
    const state = stateOf(date);
    if (state && state.status !== 'planned') {
      const deliveryDate = state.deliveryDay === null ? null : dateOf(state.deliveryDay);
      shown.push({ date, status: state.status, reason: state.reason, deliveryDate });
      continue;
    }
    if (!isOccurrence(date)) continue;
    const closedDay = { date, status: 'skipped', reason: 'closed_day', deliveryDate: null } as const;
    const isTaken = (target: string) =>
      movedTo.has(target) || ![undefined, date].includes(createdFor(target));
    if (isOpen(date)) {
      shown.push(isTaken(date) ? closedDay : { date, status: 'planned', reason: null, deliveryDate: date });
      continue;
    }
    if (rule.shift === 'skip') {
      shown.push(closedDay);
      continue;
    }
    const sign = rule.shift === 'next' ? 1 : -1;
    const near = Array.from({ length: 14 }, (_, at) =>
      Temporal.PlainDate.from(date)
        .add({ days: sign * (at + 1) })
        .toString(),
    );
    const open = near.filter(isOpen);
    const target = open.find((each) => isWithin(rule, each));
    if (open.length === 0) {
      shown.push({ date, status: 'failed', reason: 'closed_day', deliveryDate: null });
    } else if (target === undefined || isOccurrence(target) || isTaken(target)) {
      shown.push(closedDay);
    } else {
      movedTo.add(target);
      const isLate = target <= dateOf(TODAY);
      shown.push({
        date,
        status: isLate ? 'failed' : 'planned',
        reason: isLate ? 'too_late' : null,
        deliveryDate: target,
      });
    }
  }
  return shown.filter(({ date }) => date >= dateOf(from) && date <= dateOf(to));
}

function isDate(rule: Rule, text: string): boolean {
  const date = Temporal.PlainDate.from(text);
  const start = Temporal.PlainDate.from(dateOf(rule.startsOn));
  const weeks = monday(start).until(monday(date), { largestUnit: 'days' }).days / 7;
  if (text > '2100-12-31' || !isWithin(rule, text)) return false;
  return rule.isWeekday[date.dayOfWeek - 1]! && weeks % rule.everyWeeks === 0;
}

function isWithin(rule: Rule, text: string): boolean {
  if (text < dateOf(rule.startsOn)) return false;
  if (rule.endsOn !== null && text > dateOf(rule.endsOn)) return false;
  const isAfter = rule.pausedUntil !== null && text > dateOf(rule.pausedUntil);
  return rule.pausedFrom === null || text < dateOf(rule.pausedFrom) || isAfter;
}

describe('the moment of a local time', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00Z'],
    ['America/Sao_Paulo', '2018-11-04', '00:30', '2018-11-04T03:00:00Z'],
    ['Pacific/Apia', '2011-12-30', '06:00', '2011-12-30T10:00:00Z'],
    ['UTC', '2026-03-29', '02:30', '2026-03-29T02:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-26', '00:00', '2026-11-25T10:00:00Z'],
  ])('in %s on %s at %s is %s', (zone, date, time, moment) => {
    expect(instantOf(dayOf(date), time, zone)).toEqual(new Date(moment));
  });

  it('is the first minute at which a clock there shows the time or a later one', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Tehran',
    ];
    const minute = fc.integer({ min: 0, max: 1_439 });
    const change = fc.constantFrom(
      '2026-03-29',
      '2026-10-25',
      '2026-03-08',
      '2026-11-01',
      '2026-10-04',
      '2026-04-05',
    );
    fc.assert(
      fc.property(fc.constantFrom(...zones), change, minute, (zone, date, at) => {
        const time = new Date(at * 60_000).toISOString().slice(11, 16);
        const found = instantOf(dayOf(date), time, zone).getTime();
        const shows = (moment: number) =>
          Temporal.Instant.fromEpochMilliseconds(moment)
            .toZonedDateTimeISO(zone)
            .toPlainDateTime()
            .toString()
            .slice(0, 16);
        expect(shows(found) >= `${date}T${time}`).toBe(true);
        // Before it, no clock showed the time, and the last one before showed an earlier one.
        for (let earlier = found - 60_000; earlier > found - 3 * 3_600_000; earlier -= 60_000) {
          expect(shows(earlier)).not.toBe(`${date}T${time}`);
        }
        expect(shows(found - 60_000) < `${date}T${time}`).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

function within([first, last]: readonly [number, number]) {
  return (at: number) => at >= first && at <= last;
}

function monday(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}
