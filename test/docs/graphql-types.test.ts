import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, isScalarType, isSpecifiedScalarType, parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, type TestAccount } from '../support/service/account.ts';
import { codeBlocks, sectionOf, textOf } from '../support/text/markdown.ts';
import { ROOT } from '../support/process/process.ts';
import { createDelivery, inDays } from '../support/records/records.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const guide = textOf('docs/graphql.md');
const section = sectionOf(guide, 'Types for TypeScript');
const config = JSON.parse(codeBlocks(section, 'json')[0]!);
const [[filename, generated]] = Object.entries<{ plugins: string[]; config: Config }>(config.generates) as [
  [string, { plugins: string[]; config: Config }],
];
const schema = textOf('schema.graphql');

interface Config {
  scalars: Record<string, unknown>;
}

/** The plugins that the guide names. */
const PLUGINS = { 'typescript-operations': typescriptOperations, 'typed-document-node': typedDocumentNode };

let account: TestAccount;
let home: string;
beforeAll(async () => {
  account = await createAccount(service);
  home = mkdtempSync(join(tmpdir(), 'types-'));
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  const provender = textOf('examples/graphql-clients/provender.js')
    .replace("'http://127.0.0.1:3000/graphql'", JSON.stringify(`${service.url}/graphql`))
    .replace("'prv_…'", JSON.stringify(account.key));
  writeFileSync(join(home, 'provender.js'), provender);
  writeFileSync(join(home, 'deliveries.ts'), codeBlocks(section, 'ts')[0]!);
  const operations = await codegen({
    filename,
    schema: parse(schema),
    documents: codeBlocks(section, 'graphql').map((code) => ({
      location: 'deliveries.graphql',
      document: parse(code),
    })),
    config: generated.config,
    plugins: generated.plugins.map((name) => ({ [name]: {} })),
    pluginMap: PLUGINS,
  });
  writeFileSync(join(home, filename), operations);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('the guide maps every scalar of the schema', () => {
  const scalars = Object.values(buildSchema(schema).getTypeMap()).filter(isScalarType);
  const own = scalars.filter((scalar) => !isSpecifiedScalarType(scalar)).map(({ name }) => name);
  expect(Object.keys(generated.config.scalars)).toEqual(expect.arrayContaining(own));
  expect(readFileSync(join(home, filename), 'utf8')).not.toMatch(/\bany\b/);
});

it('the samples compile, and a wrong use of a scalar does not', () => {
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck', '--allowJs'];
  const compile = (file: string) =>
    execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/typescript-7/bin/tsc'),
        '--noEmit',
        '--allowImportingTsExtensions',
        '--erasableSyntaxOnly',
        ...strict,
        join(home, file),
      ],
      { cwd: home, encoding: 'utf8' },
    );
  compile('deliveries.ts');
  const wrong = codeBlocks(section, 'ts')[0]!.replace('sum + totalValue, 0', 'sum + totalValue.length, 0');
  writeFileSync(join(home, 'wrong.ts'), wrong);
  expect(() => compile('wrong.ts')).toThrow('Command failed');
});

it('the sample reads from the service', async () => {
  await createDelivery(account, {});
  const { valueDue } = await import(join(home, 'deliveries.ts'));
  expect(await valueDue(inDays(7))).toBeCloseTo(24.9);
  expect(await valueDue(inDays(0))).toBe(0);
});
