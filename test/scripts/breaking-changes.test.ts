import { expect, it } from 'vitest';
import { unnamedBreaks } from '../../scripts/breaking-changes.ts';
import { textOf } from '../support/text/markdown.ts';

const RELEASED = `
  enum Status { OPEN CLOSED }
  input Filter { status: Status }
  type Order { id: ID! notes: String total: Int! }
  type Note { text: String! }
  type Query { order(id: ID!): Order orders(filter: Filter, size: Int = 20): [Order!]! note: Note }
`;
const changelog = (breaking: string) =>
  `# Changelog\n\n## 0.2.0\n\n### Added\n\n- \`Order.notes\`\n\n${breaking}\n## 0.1.0\n\n### Breaking\n\n- \`Order.total\`\n`;
const change = (from: string, to: string) => RELEASED.replace(from, to);

it.each<[what: string, current: string, told: string, coordinate: string]>([
  ['a field that is gone', change('notes: String', ''), 'Field Order.notes was removed.', 'Order.notes'],
  [
    'a field of another type',
    change('total: Int!', 'total: Float!'),
    'Field Order.total changed type from Int! to Float!.',
    'Order.total',
  ],
  [
    'a field that may be null now',
    change('total: Int!', 'total: Int'),
    'Field Order.total changed type from Int! to Int.',
    'Order.total',
  ],
  [
    'an argument that is gone',
    change(', size: Int = 20', ''),
    'Argument Query.orders(size:) was removed.',
    'Query.orders(size:)',
  ],
  [
    'an argument that is required now',
    change('note: Note', 'note(id: ID!): Note'),
    'A required argument Query.note(id:) was added.',
    'Query.note(id:)',
  ],
  [
    'an input that is required now',
    change('Filter { ', 'Filter { id: ID! '),
    'A required field Filter.id was added.',
    'Filter.id',
  ],
  ['a value that is gone', change(' CLOSED', ''), 'Enum value Status.CLOSED was removed.', 'Status.CLOSED'],
])('finds %s, unless the changelog names it', (_what, current, told, coordinate) => {
  expect(unnamedBreaks(RELEASED, current, changelog(''))).toEqual([told]);
  expect(unnamedBreaks(RELEASED, current, changelog('### Breaking\n\n- `Something.else`\n'))).toEqual([told]);
  expect(
    unnamedBreaks(RELEASED, current, changelog(`### Breaking\n\n- \`${coordinate}\` is gone\n`)),
  ).toEqual([]);
});

it('finds a removed type', () => {
  const current = change('type Note { text: String! }', '').replace('note: Note', 'note: String');
  const breaks = unnamedBreaks(RELEASED, current, changelog('### Breaking\n\n- `Query.note`\n'));
  expect(breaks).toEqual(['Note was removed.']);
});

it('accepts compatible changes', () => {
  const current = change('notes: String', 'notes: String remarks: String!').replace(
    'size:',
    'page: Int, size:',
  );
  expect(unnamedBreaks(RELEASED, current, changelog(''))).toEqual([]);
});

it('finds nothing in this version', () => {
  const texts = ['schema.released.graphql', 'schema.graphql', 'CHANGELOG.md'].map(textOf) as [
    string,
    string,
    string,
  ];
  expect(unnamedBreaks(...texts)).toEqual([]);
});
