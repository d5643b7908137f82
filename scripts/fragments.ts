import { globSync, readFileSync } from 'node:fs';
import { masterDataIn } from '../src/export/master-data.ts';
import { TOOL_RECORDS } from '../src/mcp/records.ts';
import { IF_FULL, selectionOf } from '../src/rest/rest-fields.ts';
import type { RestRecord } from '../src/rest/shape.ts';

/**
 * Returns the fragments that operations spread: the fields of REST's records, with those of `view=full` under
 * the condition `$full`, the columns that CSV adds, and the fields that tools show.
 */
export async function fragments(): Promise<string> {
  const operations = globSync('src/rest/*/operations.graphql').map((path) => readFileSync(path, 'utf8'));
  const spread = new Set(operations.join().match(/(?<=\.\.\.)\w+/g));
  const shapes = globSync('src/rest/*/shape.ts').sort();
  const exported = await Promise.all(shapes.map((path) => import(`../${path}`) as Promise<object>));
  const records = exported
    .flatMap((shape) => Object.values(shape) as RestRecord[])
    .filter(({ name }) => spread.has(name));
  const ofRest = records.map(
    ({ name, type, fields, related }) =>
      `fragment ${name} on ${type} ${selectionOf(fields, IF_FULL, related)}\n`,
  );
  const ofFiles = records.flatMap(({ name, type, fields, hasFull }) => {
    const own = hasFull ? masterDataIn(fields).map(([field]) => field) : [];
    return own.length > 0 ? [`fragment ${name}MasterData on ${type} { ${own.join(' ')} }\n`] : [];
  });
  const ofTools = Object.entries(TOOL_RECORDS).map(
    ([name, { type, selection }]) => `fragment Tool${name} on ${type} ${selection}\n`,
  );
  return [...ofRest, ...ofFiles, ...ofTools].join('\n');
}
