import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rateLimited } from '../../../src/schema/core/errors.ts';
import { ROOT } from '../../support/process/process.ts';

const FAULT = /\bfault\(\s*'\w+',\s*(?<quote>['`])(?<message>.*?)\k<quote>(?:,\s*(?<field>[\w'.-]+))?/gs;
/** Clients of persisted operations expect exactly this message. */
const PROTOCOL = 'PersistedQueryNotFound';

const AT_FIELD = /\berrorAt\(\s*[\w'.]+,\s*'\w+',\s*(?<quote>['`])(?<wording>.*?)\k<quote>/gs;

const wordings = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
  Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(AT_FIELD), ({ groups }) => ({
    file,
    wording: groups!.wording!,
  })),
);

const messages = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
  Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(FAULT), ({ groups }) => ({
    file,
    message: groups!.message!,
    field: groups!.field?.replaceAll("'", ''),
  })),
);

it('an error is a sentence without a full stop', () => {
  expect(messages.length).toBeGreaterThan(50);
  const wrong = messages.filter(({ message, field }) => {
    // What begins with the name of its field is sent as data too: `errorAt`.
    const startsWithField = [`${field} `, `\${${field}} `].some((path) => message.startsWith(path));
    const startsRight = !startsWithField && /^([A-Z]|\$\{(method|problem|PERSISTED_FIELD))/.test(message);
    return message !== PROTOCOL && (!startsRight || /[.;!]$|; /.test(message));
  });
  expect(wrong).toEqual([]);
});

it('an error in the terms of an interface still says when to try again', () => {
  const error = rateLimited('export_running', 'Another export of this account is running', 5);
  expect(error.renamed((field) => field).extensions.retryAfter).toBe(5);
});

it('an error at a field goes on after its name, without a full stop', () => {
  expect(wordings.length).toBeGreaterThan(20);
  expect(wordings.filter(({ wording }) => !/^[a-z$].*[^.;!]$/s.test(wording) || /; /.test(wording))).toEqual(
    [],
  );
});
