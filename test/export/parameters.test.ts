import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LISTS } from '../../src/export/lists.ts';
import { download } from '../support/http/download.ts';
import { graphQLNameOf } from '../../src/schema/core/noun/names.ts';
import { tableOf, textOf } from '../support/text/markdown.ts';
import { useService } from '../support/service/service.ts';
import { createSignedIn, type SignedIn } from '../support/service/settings.ts';

const service = useService();

/** The parameters of each list, and those that it requires. */
const QUERIES = Object.entries(LISTS).map(([name, { query }]) => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return { name, parameters: Object.keys(properties), required };
});

const REQUIRED: Record<string, string> = {
  dateFrom: '2026-01-01',
  dateTo: '2026-01-31',
  from: '2026-01-01',
  to: '2026-01-31',
};

/** The account of all requests. Its records do not decide what is refused. */
let account: SignedIn;
beforeAll(async () => {
  account = await createSignedIn(service);
});

async function refusalOf(name: string, required: readonly string[], values: Record<string, string>) {
  const others = Object.fromEntries(required.map((each) => [each, REQUIRED[each] ?? '1']));
  const query = new URLSearchParams({ ...others, ...values });
  const response = await download(service, account, `${name}.csv?${query}`);
  const { error } = (await response.json()) as { error: { code: string; field: string } };
  return { status: response.status, code: error.code, field: error.field };
}

describe('the parameters of an export', () => {
  it('are listed in the guide, by the names of REST', () => {
    const listed = tableOf(textOf('docs/pagination.md'), 'List').map(([list, filters]) => ({
      name: list!.replaceAll('`', ''),
      parameters: [...filters!.matchAll(/`(\w+)`/g)].map(([, name]) => graphQLNameOf(name!)),
    }));
    const own = QUERIES.filter(({ name }) => listed.some((each) => each.name === name));
    expect(listed).toHaveLength(5);
    expect(listed).toEqual(own.map(({ name, parameters }) => ({ name, parameters })));
  });

  const ids = QUERIES.flatMap(({ name, parameters, required }) =>
    parameters.filter((each) => /^product$|id$/i.test(each)).map((field) => ({ name, field, required })),
  );

  it('include ids', () => expect(ids.length).toBeGreaterThan(8));

  // One expression decides for all of them.
  const NO_IDS = ['abc', '0', '-1', '1.5', '01x', '9007199254740992', ''];

  it.each(ids.map((each, index) => ({ ...each, values: index === 0 ? NO_IDS : [NO_IDS[index % 7]!] })))(
    'refuse an id that is none: $field of $name',
    async ({ name, field, required, values }) => {
      for (const value of values) {
        const refusal = { status: 400, code: 'validation_error', field };
        expect([value, await refusalOf(name, required, { [field]: value })]).toEqual([value, refusal]);
      }
    },
  );

  it.each(QUERIES)('are known and given once: $name', async ({ name, parameters }) => {
    const problemOf = async (query: string) => {
      const response = await download(service, account, `${name}.csv?${query}`);
      const { error } = (await response.json()) as { error: { field: string; details?: object[] } };
      return error.details ?? [error];
    };
    const unknown = { field: 'colour', problem: 'unknown_parameter' };
    expect(await problemOf('colour=red')).toContainEqual(expect.objectContaining(unknown));
    for (const field of parameters) {
      const repeated = { field, problem: 'repeated_parameter' };
      expect(await problemOf(`${field}=1&${field}=1`)).toContainEqual(expect.objectContaining(repeated));
    }
  });

  const ranges = QUERIES.flatMap(({ name, parameters, required }) =>
    parameters.flatMap((from) => {
      const to = from.replace(/from$/, 'to').replace(/From$/, 'To').replace('After', 'Before');
      // The webhook of messages is looked for first.
      return to !== from && parameters.includes(to) && name !== 'messages'
        ? [{ name, from, to, required }]
        : [];
    }),
  );

  it('include ranges', () => expect(ranges.length).toBeGreaterThan(4));

  it.each(ranges)('refuse a range that is turned, by the name of its end: $to of $name', async (range) => {
    const { name, from, to, required } = range;
    const refusal = { status: 400, code: 'validation_error', field: to };
    for (const clock of ['', 'T00:00:00Z']) {
      const turned = { [from]: `2026-02-01${clock}`, [to]: `2026-01-01${clock}` };
      const { field, ...found } = await refusalOf(name, required, turned);
      // Times are for filters of times, days for those of days.
      if (field === from) continue;
      expect({ field, ...found }).toEqual(refusal);
      return;
    }
    expect.unreachable('no such range was accepted');
  });
});
