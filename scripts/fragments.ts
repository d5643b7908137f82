import { globSync, readFileSync } from 'node:fs';
import { parse, print, visit } from 'graphql';
import { masterDataIn } from '../src/export/master-data.ts';
import { TOOL_RECORDS } from '../src/mcp/records.ts';
import { selectedIn } from '../src/rest/rest-fields.ts';
import type { RestRecord } from '../src/rest/shape.ts';

/** The prefix of operations and fragments for `view=full`. */
const FULL = 'Full';

/**
 * Returns the fragments that REST's operations and those of tools spread, the fields of its records, the same operations for
 * `view=full`, and the fragments of the columns that CSV adds.
 */
export async function fragmentsOfRest(): Promise<string> {
  const operations = globSync('src/rest/*/operations.graphql')
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
  const spread = new Set(operations.join().match(/(?<=\.\.\.)\w+/g));
  const shapes = globSync('src/rest/*/shape.ts').sort();
  const exported = await Promise.all(shapes.map((path) => import(`../${path}`) as Promise<object>));
  const records = exported
    .flatMap((shape) => Object.values(shape) as RestRecord[])
    .filter(({ name }) => spread.has(name));
  const withFull = records.filter(({ toFull }) => toFull);
  const fragments = [
    ...records.map(({ name, type, fields }) => `fragment ${name} on ${type} ${selectedIn(fields, 'out')}\n`),
    ...withFull.map(
      ({ name, type, fields }) => `fragment ${FULL}${name} on ${type} ${selectedIn(fields, 'full')}\n`,
    ),
    ...withFull.flatMap(({ name, type, fields }) => {
      const own = masterDataIn(fields).map(([field]) => field);
      return own.length > 0 ? [`fragment ${name}MasterData on ${type} { ${own.join(' ')} }\n`] : [];
    }),
  ];
  const ofTools = Object.entries(TOOL_RECORDS).map(
    ([name, { type, selection }]) => `fragment Tool${name} on ${type} ${selection}\n`,
  );
  const names = new Set(withFull.map(({ name }) => name));
  return [...fragments, ...ofTools, ...operations.map((text) => operationsInFull(text, names))].join('\n');
}

/** Returns the operations that spread fragments of these names, with the fragments for `view=full`. */
function operationsInFull(text: string, names: ReadonlySet<string>): string {
  const { definitions } = parse(text);
  const full = definitions.flatMap((definition) => {
    let isSpread = false;
    const renamed = visit(definition, {
      FragmentSpread({ name, ...rest }) {
        if (!names.has(name.value)) return undefined;
        isSpread = true;
        return { ...rest, name: { ...name, value: FULL + name.value } };
      },
      OperationDefinition: {
        leave: ({ name, ...rest }) => ({ ...rest, name: { ...name!, value: FULL + name!.value } }),
      },
    });
    return isSpread ? [print(renamed)] : [];
  });
  return full.length > 0 ? `${full.join('\n\n')}\n` : '';
}
