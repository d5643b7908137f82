import { builder } from '../../core/builder/builder.ts';
import { parseEventBody } from '../../core/event/event-body.ts';
import { MAX_PER_PAGE } from '../../core/limits.ts';
import { latestEvents } from './latest-events.ts';
import { openEvents } from './open-events.ts';
import type { LiveEvent } from './read-events.ts';

/** Scopes are checked for each event as the stream is read. */
const SOME = { events: true } as const;

builder.scalarType('JSON', {
  description: 'A JSON value.',
  serialize: (value) => value,
  parseValue: () => {
    throw new TypeError('is never taken');
  },
});

const EventRef = builder.objectRef<LiveEvent>('Event').implement({
  description: 'A change in the account, as webhooks report it.',
  authScopes: SOME,
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The number of the event. Later events have higher numbers; use it as `after` to resume.',
    }),
    type: t.exposeString('type', {
      description: 'The type, such as `delivery.completed`. See `eventTypes`.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When the change happened.',
      resolve: (event) => new Date(bodyOf(event).timestamp),
    }),
    data: t.field({
      type: 'JSON',
      description: 'The same `data` as in the callback for the event.',
      resolve: (event) => bodyOf(event).data,
    }),
    body: t.exposeString('body', {
      description: 'The JSON text that callbacks for the event have as their body, byte for byte.',
    }),
    resendOf: t.id({
      nullable: true,
      description:
        'The `id` under which the event was streamed first, if a webhook gets it again. `id` is then the position in the stream.',
      resolve: ({ resend }) => resend?.of ?? null,
    }),
    resentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a user had it sent to a webhook again.',
      resolve: ({ resend }) => resend?.at ?? null,
    }),
  }),
});

builder.queryField('latestEvents', (t) =>
  t.field({
    type: [EventRef],
    description: `Returns the latest events of the last 30 days that the key may read, newest first, for display. To process every
event, subscribe to \`events\`: an event can appear here after a later one.`,
    authScopes: SOME,
    args: {
      types: t.arg.stringList({ description: 'The types to return; by default all that the key may read.' }),
      first: t.arg.int({
        required: true,
        defaultValue: 10,
        description: `The number of events (1–${MAX_PER_PAGE}, default 10).`,
      }),
    },
    resolve: (_root, args, context) => latestEvents(context, args),
  }),
);

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventRef,
    description: `Streams the events of the account that the key may read, over server-sent events. Select \`id\` to resume after an
interruption, with \`after\` or the header Last-Event-ID.`,
    authScopes: SOME,
    args: {
      types: t.arg.stringList({ description: 'The types to return; by default all that the key may read.' }),
      after: t.arg.id({
        description:
          'Resumes after the event with this `id`, of the last 30 days; 0 starts with the oldest stored event.',
      }),
      since: t.arg({
        type: 'DateTime',
        description:
          'Without `after`: starts with the events since this time, of the last 30 days. Events of the minute before it can come first.',
      }),
      includeResent: t.arg.boolean({
        defaultValue: false,
        description:
          'Also streams the events that users have sent to a webhook again, by a resend or a recovery, once for each message. They have `resendOf`.',
      }),
    },
    subscribe: (_root, args, context) => openEvents(context, args),
    resolve: (event) => event,
  }),
);

const bodies = new WeakMap<LiveEvent, ReturnType<typeof parseEventBody>>();

/** Parses a body once for all streams. */
function bodyOf(event: LiveEvent) {
  const parsedBody = bodies.get(event) ?? parseEventBody(event.body);
  bodies.set(event, parsedBody);
  return parsedBody;
}
