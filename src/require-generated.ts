import { existsSync, globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Written last: all generated code is there, and as old as this file. */
const STAMP = join(ROOT, 'src/generated/stamp');
/** What generated code is made of, apart from the TypeScript of the schema, whose changes `npm run check` notices. */
const SOURCES = [
  'prisma/schema.prisma',
  '{src,web/src}/**/*.graphql',
  'src/{problems,schema/noun/texts}.ts',
  'src/schema/*/fields.ts',
];

/** Notes that all generated code has been written. */
export function stampGenerated(): void {
  writeFileSync(STAMP, '');
}

/**
 * Requires that the generated code of a checkout is there and not older than its sources. Code that was bundled has it.
 *
 * @throws Error that names the command which writes it
 */
export function requireGenerated(): void {
  if (!existsSync(join(import.meta.dirname, 'main.ts'))) return;
  const written = statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs;
  const isCurrent =
    written !== undefined &&
    !globSync(SOURCES, { cwd: ROOT, exclude: ['**/generated/**'] }).some(
      (file) => statSync(join(ROOT, file)).mtimeMs > written,
    );
  if (isCurrent) return;
  const problem = written === undefined ? 'missing' : 'older than its sources';
  throw new Error(`The generated code is ${problem}: run "npm run prepare"`);
}
