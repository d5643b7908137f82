import { builder } from '../builder.ts';
import { latestEvents } from './latest-events.ts';
import { openEvents } from './open-events.ts';
import type { LiveEvent } from './read-events.ts';

/** Which events a key is told of is decided for each of them, as the stream is read. */
const SOME = { events: true } as const;

builder.scalarType('JSON', {
  description: 'A JSON value.',
  serialize: (value) => value,
  parseValue: () => {
    throw new TypeError('is never taken');
  },
});

const Event = builder.objectRef<LiveEvent>('Event').implement({
  description: 'A change that happened, told as webhooks tell it.',
  authScopes: SOME,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Where to go on after it. Later events have higher ids.' }),
    type: t.exposeString('type', { description: 'Such as delivery.completed.' }),
    occurredAt: t.field({ type: 'DateTime', resolve: (event) => new Date(bodyOf(event).timestamp) }),
    data: t.field({
      type: 'JSON',
      description: 'The `data` of the callback that tells of the same event.',
      resolve: (event) => bodyOf(event).data,
    }),
  }),
});

builder.queryField('latestEvents', (t) =>
  t.field({
    type: [Event],
    description: `What happened last in the account, the latest first, of the last 30 days: to look at. To miss
nothing, subscribe to \`events\`; a change that is being made may still come before these.`,
    authScopes: SOME,
    args: {
      types: t.arg.stringList({ description: 'Of `eventTypes`; all that the key may read unless told.' }),
      first: t.arg.int({ required: true, defaultValue: 10, description: 'How many, 1 to 100.' }),
    },
    resolve: (_root, args, context) => latestEvents(context, args),
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: Event,
    description: `What happens in the account from now on, over server-sent events. A key is told of what it may read.
Select \`id\`: it is where to go on after an interruption, by \`after\` or the header Last-Event-ID.`,
    authScopes: SOME,
    args: {
      types: t.arg.stringList({ description: 'Of `eventTypes`; all that the key may read unless told.' }),
      after: t.arg.id({ description: 'An event of the last 30 days, or 0 for all that are kept.' }),
    },
    subscribe: (_root, args, context) => openEvents(context, args),
    resolve: (event) => event,
  }),
);

interface Body {
  timestamp: string;
  data: unknown;
}

const bodies = new WeakMap<LiveEvent, Body>();

/** Parsed once, however many streams carry it; amounts keep all their digits. */
function bodyOf(event: LiveEvent): Body {
  const known = bodies.get(event);
  if (known) return known;
  const body = JSON.parse(event.body, keepDigits) as Body;
  bodies.set(event, body);
  return body;
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value;
}
