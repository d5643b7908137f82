import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/schema/event/types.ts';
import { codeIn, sectionOf, tableOf, textOf } from '../support/markdown.ts';

it('the table of events names exactly what can be subscribed to', () => {
  const rows = tableOf(sectionOf(textOf('docs/webhooks.md'), 'Events'), 'Event');
  expect(rows.map(([event]) => codeIn(event))).toEqual(EVENT_TYPES);
});
