import { describe, expect, it } from 'vitest';
import { ENTERED_FROM, RETURNABLE } from '../../../../src/schema/trade/delivery/status.ts';

const STATUSES = ['pending', 'in_transit', 'completed', 'cancelled'] as const;
const MOVES = ['pending → in_transit', 'in_transit → completed', 'pending → cancelled'];
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

describe('the status table', () => {
  it('allows the three specified changes and no other', () => {
    const moves = PAIRS.filter(([from, to]) => ENTERED_FROM[to] === from);
    expect(moves.map((pair) => pair.join(' → ')).sort()).toEqual(MOVES.toSorted());
    expect(Object.keys(ENTERED_FROM).sort()).toEqual(STATUSES.toSorted());
  });

  it('allows returns from every delivery that was dispatched', () => {
    expect(RETURNABLE).toEqual(['in_transit', 'completed']);
  });
});
