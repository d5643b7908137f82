import { globSync, readFileSync } from 'node:fs';
import { restFieldsIn, type Shown } from '../src/rest/shape.ts';
import type { Fields } from '../src/schema/fields.ts';

/** Returns the fragments that REST's operations spread: the fields of its records. */
export async function fragmentsOfRest(): Promise<string> {
  const operations = globSync('src/rest/*/operations.graphql').map((path) => readFileSync(path, 'utf8'));
  const spread = new Set(operations.join().match(/(?<=\.\.\.)\w+/g));
  const shapes = globSync('src/rest/*/shape.ts').sort();
  const exported = await Promise.all(shapes.map((path) => import(`../${path}`) as Promise<object>));
  const records = exported.flatMap((shape) => Object.values(shape) as Shown[]);
  return records
    .filter(({ name }) => spread.has(name))
    .map(({ name, type, fields }) => `fragment ${name} on ${type} ${selectionOf(fields)}\n`)
    .join('\n');
}

function selectionOf(fields: Fields): string {
  const names = restFieldsIn(fields, 'out').map(([name, { kind }]) =>
    kind.list ? `${name} ${selectionOf(kind.list.fields)}` : name,
  );
  return `{ ${names.join(' ')} }`;
}
