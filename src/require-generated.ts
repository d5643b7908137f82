import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The file that is written last: all generated code is there, and from the sources whose hashes it has. */
const STAMP = join(ROOT, 'src/generated/stamp');
/** The last file of the bundled libraries, which are in a folder that other builds write to as well. */
const LIBRARIES = join(ROOT, 'dist/libraries/LICENSES.txt');
/** The sources of generated code, except the schema's TypeScript, whose changes `npm run check` notices. */
const SOURCES = [
  'prisma/schema.prisma',
  '{src,web/src}/**/*.graphql',
  'src/{problems,schema/core/noun/texts}.ts',
  'src/schema/*/*/fields.ts',
];

/** The files that add types and fields to the schema, each of which the generated code imports. */
export const SCHEMA_FILES = 'src/schema/**/*graphql.ts';

/** Notes that all generated code has been written, and from which sources. */
export function stampGenerated(): void {
  writeFileSync(STAMP, JSON.stringify(hashes()));
}

/**
 * Requires that the generated code of a checkout is there and of its present sources. Code that was bundled
 * has it, and an image has some of the sources only.
 *
 * @throws Error that names the command which writes it
 */
export function requireGenerated(): void {
  if (!existsSync(join(import.meta.dirname, 'main.ts'))) return;
  if (!existsSync(STAMP) || !existsSync(LIBRARIES))
    throw new Error('The generated code is missing: run "npm run prepare"');
  const written = JSON.parse(readFileSync(STAMP, 'utf8')) as Record<string, string>;
  const isOld = Object.entries(hashes()).some(([file, hash]) => written[file] !== hash);
  if (isOld) throw new Error('The generated code is older than its sources: run "npm run prepare"');
}

/**
 * Returns the hash of each source, not its time: copies of a checkout have new ones. Only the names of the
 * schema's files count.
 */
function hashes(): Record<string, string> {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/generated/**'] }).sort();
  const contents = files.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('base64'),
  ]);
  const names = globSync(SCHEMA_FILES, { cwd: ROOT }).map((file) => [file, '']);
  return Object.fromEntries([...contents, ...names]);
}
