/** An expensive request, and the reason for its refusal. */
export interface EvilQuery {
  name: string;
  query: string;
  variables: Record<string, unknown>;
  why: RegExp;
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const nest = (levels: number, open: string, inner: string) =>
  `${open} { `.repeat(levels) + inner + ' }'.repeat(levels);

const CHARACTERS = /at most 32768 characters/;
const TOKENS = /at most 2000 tokens/;
const DEPTH = /at most 16 levels of fields/;
const BREADTH = /at most 100 fields in one selection/;
const ROOT = /at most 20 root fields/;
const FIELDS = /at most 1000 fields, counting those of a fragment/;
const ALIASES = /at most 50 aliases/;
const DIRECTIVES = /at most 50 directives/;
const SCHEMA_LISTS = /at most 12 lists of the schema, such as types and fields/;
const COST = /query costs \d+ points, but your plan allows 20000/;

const ALL_OF_IT =
  'items { supermarket { branches { supermarket { branches { supermarket { branches { id } } } } } } products { product { id } } }';
const CIRCLE = 'supermarket { branches { supermarket { branches { supermarket { branches { id } } } } } }';

/** Queries that are refused before anything is read. */
export const EVIL_QUERIES: readonly EvilQuery[] = [
  ...refused(CHARACTERS, {
    'a comment of 200 KB': `{ account { id } } #${'x'.repeat(200_000)}`,
    'a text of 200 KB': `{ products(filter: {search: "${'x'.repeat(200_000)}"}) { totalCount } }`,
    'a block text of many lines': `{ products(filter: {search: """${'\n "'.repeat(50_000)}"""}) { totalCount } }`,
    'a name of 100 KB': `{ ${'x'.repeat(100_000)} }`,
    'blanks by the thousand': `{${' '.repeat(200_000)}account { id } }`,
    'commas by the thousand': `{ account { id${','.repeat(100_000)} } }`,
  }),
  ...refused(/Syntax Error/, {
    'opening braces': '{'.repeat(30_000),
  }),
  ...refused(TOKENS, {
    'one field 10,000 times': `{ account { ${'id '.repeat(10_000)} } }`,
    'a list of 8,000 numbers': `{ delivery(id: [${'1 '.repeat(8_000)}]) { id } }`,
    'an object nested 5,000 deep': `{ deliveries(filter: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}) { totalCount } }`,
    'a variable of 5,000 lists': `query($a: ${'['.repeat(5_000)}Int${']'.repeat(5_000)}) { account { id } }`,
    '2,000 variables': `query(${times(2_000, (i) => `$v${i}: Int`)}) { account { id } }`,
    '1,000 inline fragments in one another': `{ ${nest(1_000, '...', 'account { id }')} }`,
    '400 operations': times(400, (i) => `query Q${i} { account { id } }`),
    'a chain of 300 fragments': `{ ...F0 } ${times(300, (i) => `fragment F${i} on Query { ...F${i + 1} }`)}`,
  }),
  ...refused(DEPTH, {
    'a circle walked round and round': `{ allSupermarkets { ${nest(10, 'branches { supermarket', 'id')} ${'}'.repeat(10)} } }`,
    'a circle through fragments': `{ allSupermarkets { ...A } } ${times(10, (i) => `fragment ${String.fromCharCode(65 + i)} on Supermarket { branches { supermarket { ...${String.fromCharCode(66 + i)} } } }`)} fragment K on Supermarket { id }`,
    'introspection of types of fields of types': `{ __schema { types { ${nest(8, 'fields { type', 'name')} ${'}'.repeat(8)} } } }`,
    'a type of a type of a type': `{ __type(name: "Query") { ${nest(100, 'ofType', 'name')} } }`,
    'depth that no schema has': `{ ${nest(300, 'a', 'b')} }`,
    'depth under a fragment that nobody spreads': `{ account { id } } fragment F on Supermarket { ${nest(9, 'branches { supermarket', 'id')} ${'}'.repeat(9)} }`,
  }),
  ...refused(BREADTH, {
    'one field 900 times': `{ account { ${'id '.repeat(900)} } }`,
    '300 unknown fields, each like a known one': `{ account { ${times(300, (i) => `nam${i}`)} } }`,
    'a selection widened by fragments': `{ account { ${'...F '.repeat(40)} } } fragment F on Account { id name plan }`,
  }),
  ...refused(ROOT, {
    'pairs that must all be compared': `{ ${'account{usage{hour{limit}}} '.repeat(180)} }`,
    '30 root fields': `{ ${'account { id } '.repeat(30)} }`,
    'a batch by root fields of a fragment': `{ ...A ...A } fragment A on Query { ${'account { id } '.repeat(12)} }`,
    '40 mutations in a row': `mutation { ${times(40, (i) => `m${i}: deleteWebhook(id: "${i}")`)} }`,
    'a thousand guesses at ids': `{ ${times(90, (i) => `a${i}: delivery(id: "${i}") { id }`)} }`,
    'a fragment bomb': `{ ...F0 } ${times(30, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F30 on Query { account { id } }`,
  }),
  ...refused(FIELDS, {
    'a fragment bomb further down': `{ allSupermarkets { ...F0 } } ${times(5, (i) => `fragment F${i} on Supermarket { ${times(9, (k) => `b${k}: branches { supermarket { ...F${i + 1} } }`)} }`)} fragment F5 on Supermarket { id }`,
    '20 selections of 60 fields': `{ ${times(20, () => `account { ${'id '.repeat(60)} }`)} }`,
  }),
  ...refused(ALIASES, {
    '90 aliases of one field': `{ account { ${times(90, (i) => `a${i}: id`)} } }`,
    'aliases multiplied by a fragment': `{ account { ...F } delivery(id: "1") { id } ${times(9, (i) => `x${i}: account { ...F }`)} } fragment F on Account { ${times(8, (i) => `a${i}: id`)} }`,
  }),
  ...refused(SCHEMA_LISTS, {
    'the schema 20 times': `{ ${times(20, (i) => `a${i}: __schema { types { name } }`)} }`,
    'the schema’s types 40 times, in a fragment': `{ __schema { ...S } } fragment S on __Schema { ${times(40, (i) => `a${i}: types { ...T }`)} } fragment T on __Type { fields { name description } }`,
    'a type 13 times, without aliases for its lists': `{ ${times(13, (i) => `a${i}: __type(name: "Query") { fields { name } }`)} }`,
  }),
  ...refused(DIRECTIVES, {
    '200 directives on a field': `{ account { id ${'@include(if: true) '.repeat(200)} } }`,
    '80 fields with a directive': `{ account { ${'id @skip(if: true) '.repeat(80)} } }`,
    '100 directives on the operation': `query ${'@include(if: true) '.repeat(100)} { account { id } }`,
  }),
  ...refused(COST, {
    'full pages of full pages': `{ deliveryPage(perPage: 100) { ${ALL_OF_IT} } }`,
    'the same by a variable': [`query($n: Int) { deliveryPage(perPage: $n) { ${ALL_OF_IT} } }`, { n: 100 }],
    "the same by a variable's default": `query($n: Int = 100) { deliveryPage(perPage: $n) { ${ALL_OF_IT} } }`,
    'the same by a fragment': `{ deliveryPage(perPage: 100) { ...P } } fragment P on DeliveryPage { ${ALL_OF_IT} }`,
    'the same with a page larger than there are': `{ deliveryPage(perPage: 2000000000) { ${ALL_OF_IT} } }`,
    'the same, half of it left out in the end': `query($no: Boolean = false) { deliveryPage(perPage: 100) { ${ALL_OF_IT} } deliveryPage(perPage: 100) @include(if: $no) { page } }`,
    'all supermarkets, round and round': `{ allSupermarkets { branches { ${CIRCLE} } } }`,
    'pages beside pages': `{ ${times(10, (i) => `d${i}: deliveryPage(perPage: 100) { items { products { product { id } } } }`)} }`,
  }),
  ...refused(/Cannot spread fragment/, {
    'a fragment of itself': '{ account { ...A } } fragment A on Account { ...A }',
    'a ring of 200 fragments': `{ account { id } } ${times(200, (i) => `fragment F${i} on Account { ...F${(i + 1) % 200} }`)}`,
  }),
  ...refused(/not executable/, {
    'a schema of its own': 'type Query { a: Int } { account { id } }',
  }),
  ...refused(/Unknown argument/, {
    'arguments that do not exist': `{ deliveries(${times(300, (i) => `a${i}: 1`)}) { totalCount } }`,
  }),
];

function refused(
  why: RegExp,
  queries: Record<string, string | [query: string, variables: Record<string, unknown>]>,
): EvilQuery[] {
  return Object.entries(queries).map(([name, asked]) => {
    const [query, variables = {}] = typeof asked === 'string' ? [asked] : asked;
    return { name, query, variables, why };
  });
}
