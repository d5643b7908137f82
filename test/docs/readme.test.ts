import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/config.ts';
import { routes } from '../../src/rest/routes.ts';
import { SCOPES } from '../../src/schema/core/caller/scopes.ts';
import { codeIn, tableOf, textOf } from '../support/text/markdown.ts';

const readme = textOf('README.md');
const configuration = tableOf(textOf('docs/configuration.md'), 'Variable');
const commandLine = textOf('docs/command-line.md');

describe('the table of variables', () => {
  const rows = configuration;

  it('names exactly what the configuration reads', () => {
    const known = [...textOf('src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    expect(new Set(rows.map(([name]) => codeIn(name)))).toEqual(new Set(known));
    expect(rows.length).toBe(known.length);
  });

  it('lists the actual defaults', () => {
    const defaults = Object.entries(readConfig({})).filter(
      ([name, value]) => value !== undefined && name === name.toUpperCase(),
    );
    expect(defaults.length).toBeGreaterThan(0);
    for (const [name, value] of defaults) {
      const row = rows.find((cells) => codeIn(cells[0]) === name);
      expect([name, codeIn(row?.[1])]).toEqual([name, String(value)]);
    }
  });
});

const byPath = (usages: { path: string }[]) => usages.toSorted((a, b) => a.path.localeCompare(b.path));

describe('the table of commands', () => {
  const rows = tableOf(commandLine, 'Command').map(([usage]) => codeIn(usage));

  it('names exactly the commands there are, with their options', () => {
    const known = leavesOf(createProgram()).map(({ path, command }) => ({
      path: [path, ...command.registeredArguments.map((each) => each.name().toUpperCase())].join(' '),
      required: command.options.filter((option) => option.mandatory).map((option) => option.long),
      optional: command.options.filter((option) => !option.mandatory).map((option) => option.long),
    }));
    expect(byPath(rows.map(parseUsage))).toEqual(byPath(known));
  });

  it('is also in the help of each command', () => {
    const bare = leavesOf(createProgram()).filter(({ command }) => command.description() === '');
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('names every scope', () => {
    for (const scope of SCOPES) expect(commandLine).toContain(`\`${scope.split(':')[0]}\``);
  });
});

describe('the tables of the REST interface', () => {
  const endpoints = [
    ...tableOf(textOf('docs/rest.md'), 'Endpoint'),
    ...tableOf(textOf('docs/webhooks.md'), 'Endpoint'),
  ];

  it('name exactly the endpoints there are, with their scopes', () => {
    const listed = endpoints.map(([endpoint, scope]) => [codeIn(endpoint), codeIn(scope)]);
    const known = routes.map(({ method, path, scope }) => [`${method.toUpperCase()} ${path}`, scope ?? '']);
    expect(listed).toEqual(known);
  });

  it('name every filter and every field of a body', () => {
    for (const row of endpoints) {
      const { method, query, body } = routes.find(
        (each) => `${each.method.toUpperCase()} ${each.path}` === codeIn(row[0]),
      )!;
      if (method === 'patch') continue;
      const names = [...fieldsOf(query), ...fieldsOf(body)].filter(
        // Named once for all endpoints.
        (name) => !['page', 'per_page', 'view'].includes(name),
      );
      for (const name of names) expect(row[2]).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});

describe('the commands', () => {
  it('exist as scripts', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const text = readme + textOf('CONTRIBUTING.md');
    const used = [...text.matchAll(/npm (?:run (?:-s )?)?(start|test|(?<=run (?:-s )?)[a-z:]+)/g)];
    const names = new Set(used.map(([, name]) => name!));
    expect([...names].filter((name) => !(name in scripts))).toEqual([]);
    expect(names).toContain('bench');
  });

  it('are those that CI runs', () => {
    expect(textOf('.ci/run')).toContain('(npm ci && npm test)');
    expect(readme).toContain('```sh\nnpm ci && npm test\n```');
  });
});

interface Leaf {
  path: string;
  command: Command;
}

function leavesOf(command: Command, parents: string[] = []): Leaf[] {
  return command.commands.flatMap((each) => {
    const path = [...parents, each.name()];
    return each.commands.length > 0 ? leavesOf(each, path) : [{ path: path.join(' '), command: each }];
  });
}

/** Parses a usage such as `key rotate --id ID [--grace SECONDS]`. */
function parseUsage(usage: string) {
  const [path] = usage.split(/ \[?--/) as [string];
  const optional = [...usage.matchAll(/\[(--[\w-]+)/g)].map(([, name]) => name);
  const required = [...usage.matchAll(/ (--[\w-]+)/g)].map(([, name]) => name);
  return { path, required, optional };
}

function fieldsOf(schema: unknown): string[] {
  const { shape } = (schema ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}
