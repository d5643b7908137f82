import { expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { identifier, multiLine, singleLine } from '../../src/schema/core/noun/texts.ts';
import { operationsOf } from '../support/graphql/from-graphql.ts';
import { SESSIONS_ROOTS, SIGNING_IN } from '../support/graphql/session-members.ts';
import { attacksOn } from '../support/hostile/attack.ts';
import { expectGraphQL } from '../support/http/envelope.ts';
import { type Path, pathsOf, replaceAt } from '../support/http/from-schema.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ own: 'searches all columns for other forms' });
const POST = { method: 'POST', target: '/graphql', headers: { 'Content-Type': 'application/json' } };
const isIn = (roots: string[], name: string) => roots.some((root) => root.endsWith(`.${name}`));

const attacks = {
  key: attacksOn(service, expectGraphQL, 'key'),
  session: attacksOn(service, expectGraphQL, 'session'),
};

/** Texts that are compared with what came from elsewhere, or are no texts of records. */
const AS_THEY_CAME =
  /^(password|currentPassword|newPassword|token|code|map|file|nodeIds?|requests\.filter\.\w+|\w*\.ids?)$/i;

/** Every operation with each of its texts, as the examples have them. */
const texts = operationsOf(schema)
  .filter(({ name }) => !isIn(SIGNING_IN, name))
  .flatMap((operation) =>
    pathsOf(operation.variables).flatMap((path) => {
      const value = path.reduce<unknown>(
        (whole, key) => (whole as Record<string, unknown>)[key],
        operation.variables,
      );
      const isText = value === 'text' || (typeof value === 'string' && path.at(-1) === 'reference');
      return isText ? [{ ...operation, path, at: `${operation.name}.${path.join('.')}` }] : [];
    }),
  )
  .filter(({ at, path }) => !AS_THEY_CAME.test(at) && !AS_THEY_CAME.test(String(path.at(-1))));

/** A text with characters that a browser, a terminal or a spreadsheet hides. */
const DIRTY = '\u200B\u00A0Cafe\u0301\u2009\u00ADL1\u200B';

it.each(texts)('refuses a control character in $at', async ({ name, query, variables, path }) => {
  const { json } = await ask(name, { query, variables }, path, 'a\u0007b');
  const [error] = json.errors ?? [];
  // A batch refuses the row alone.
  const { code, field } = error?.extensions ?? json.data[name][0].error;
  expect(code).toMatch(/^validation_error$/i);
  expect(field).toContain(String(path.findLast((key) => typeof key === 'string')));
  expect(error?.message ?? json.data[name][0].error.message).toContain('must not contain control characters');
});

it('leaves no text in the database that has another form', async () => {
  for (const { name, query, variables, path } of texts) {
    await ask(name, { query, variables }, path, DIRTY);
  }
  const { rows } = await service.database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'ARRAY') AND udt_name IN ('text', '_text')
       -- Copies of other texts, to search in, and requests as they came.
       AND column_name <> 'words' AND table_name <> 'requests'`,
  );
  const found: [string, string][] = [];
  let seen = 0;
  for (const { table, column } of rows) {
    const { rows: values } = await service.database.pool.query<{ value: string | string[] | null }>(
      `SELECT ${column} AS value FROM ${table}`,
    );
    for (const each of values.flatMap(({ value }) => value ?? [])) {
      if (each.includes('Caf')) seen++;
      const isFormed = [singleLine, multiLine, identifier].some((form) => form(each) === each);
      if (!isFormed || /\u00A0|\u2009|\u0301/.test(each)) found.push([`${table}.${column}`, each]);
    }
  }
  expect(found).toEqual([]);
  expect(seen).toBeGreaterThan(15);
});

async function ask(name: string, body: object, path: Path, text: string) {
  const isOfPeople = [SESSIONS_ROOTS, ['Query.account']].some((roots) => isIn(roots, name));
  const asked = replaceAt(body, ['variables', ...path], JSON.stringify(text));
  return attacks[isOfPeople ? 'session' : 'key']({ ...POST, body: asked });
}
