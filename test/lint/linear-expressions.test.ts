import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/process/process.ts';

/** Lines of code, each with an expression that some texts make slow. */
const REFUSED = [
  String.raw`/0+$/`,
  String.raw`/\s*$/`,
  String.raw`/a{2,}$/`,
  String.raw`/^a|0+$/g`,
  String.raw`/(?:x0+)$/`,
  String.raw`/(?<sign>-)|(a|b+)c?$/`,
  String.raw`/\p{L}+(?=\.?$)/u`,
  String.raw`/(?:\s+$|x)/`,
  String.raw`/[\p{L}--[a-z]]+$/v`,
  String.raw`/(^|x)0+$/`,
  String.raw`/(["'])[^"]\1/`,
  String.raw`/(?<quote>["'])[^"]\k<quote>/`,
  String.raw`/^(a+)+/`,
  String.raw`/^(?:\d+,)*x/`,
  String.raw`/^(?:a{1,9}b){2,3}x/`,
  String.raw`/^(?:(?:a*)b)+?x/`,
  `new RegExp('0+$', 'u')`,
  `RegExp('(a)\\\\1')`,
  'new RegExp(`0+$`)',
  'new RegExp(String.raw`^(?:\\d+,)*${SIGN}`)',
  'new RegExp(`${SIGN}0+$`)',
];
const ALLOWED = [
  String.raw`/^0+$/`,
  String.raw`/^(?:a|0+)$/`,
  String.raw`/(?:^a+|^b*)$/`,
  String.raw`/0+$/y`,
  String.raw`/0{1,9}$/`,
  String.raw`/a+b$/`,
  String.raw`/\$+x/`,
  String.raw`/^(?:,\d{3})+$/`,
  String.raw`/^\d+(?:\.\d+)?$/`,
  String.raw`/(?:_?[a-z])*x/`,
  `new RegExp(SIGN)`,
  `new Map(['0+$'])`,
];

it('refuses an open end, a back reference and nested quantifiers in every expression, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'provender-expressions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, 'oxlint.config.ts'),
    `export { default } from ${JSON.stringify(join(ROOT, 'oxlint.config.ts'))};`,
  );
  const code = [...REFUSED, ...ALLOWED].map((line, at) => `export const line${at} = ${line};\n`).join('');
  const places = [
    'src/http',
    'src/schema/core/noun',
    'packages/fair-pool/src',
    'packages/client',
    'web/src/kit',
  ];
  for (const place of places) {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, 'probe.ts'), code);
  }
  const program = join(ROOT, 'node_modules/.bin/oxlint');
  // It exits with 1, because it finds something.
  const { stdout } = await promisify(execFile)(program, ['--format=json', '.'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  for (const place of places) {
    const found = diagnostics.filter(
      ({ filename, code }) => filename === `${place}/probe.ts` && code === 'provender(linear-expressions)',
    );
    const lines = new Set(found.map(({ labels }) => labels[0]!.span.line - 1));
    expect([...lines].toSorted((one, other) => one - other)).toEqual([...REFUSED.keys()]);
  }
});

interface Diagnostic {
  filename: string;
  code: string;
  labels: { span: { line: number } }[];
}
