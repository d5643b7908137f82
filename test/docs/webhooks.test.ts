import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/schema/core/event/events.ts';
import { codeBlocks, codeIn, sectionOf, tableOf, textOf } from '../support/text/markdown.ts';

const guide = textOf('docs/webhooks.md');

it('the guide for receivers lists exactly the events there are', () => {
  const rows = tableOf(sectionOf(guide, 'Events'), 'Event');
  expect(rows.map(([name]) => codeIn(name))).toEqual([...EVENT_TYPES, 'webhook.test']);
});

it('the guide shows a callback with the fields its table names', () => {
  const [shown] = codeBlocks(sectionOf(guide, 'Events'), 'json').map((block) => JSON.parse(block));
  const row = tableOf(sectionOf(guide, 'Events'), 'Event').find(([name]) => codeIn(name) === shown.event)!;
  const fields = [...row.at(-1)!.matchAll(/`(\w+)`/g)].map(([, field]) => field);
  expect(Object.keys(shown)).toEqual(['event', 'timestamp', 'data']);
  expect(Object.keys(shown.data)).toEqual(fields);
});
