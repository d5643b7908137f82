import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/process/process.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The mutations of each row of the table of acts, by what they ask. */
const ACTS = new Map(
  [...read('STYLE.md').matchAll(/^\| [^|]+ \| ([^|]+?) +\| (`[A-Z]\w+`.*)\|$/gm)].map(([, asks, names]) => [
    asks!,
    Array.from(names!.matchAll(/`(\w+)`/g), ([, name]) => name!),
  ]),
);
const actsThatAsk = (asks: string) => [...ACTS].find(([words]) => words.startsWith(asks))![1];

const SOURCES = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.includes('/generated/'))
  .map((file) => [file, read(file)] as const);

/** Returns the files that send a mutation. */
function sendersOf(mutation: string): [string, string][] {
  return SOURCES.filter(([, text]) => text.includes(`useAction(${mutation}Document`)).map(([file, text]) => [
    file,
    text,
  ]);
}

/** Each question in a file: its tag and the attributes. */
function questionsIn(text: string): string[] {
  return Array.from(text.matchAll(/<(?:ConfirmDialog|AskButton)\b[^]*?\n\s*>\n/g), ([question]) => question);
}

it('every mutation of the page is in one row of the table of acts', () => {
  const mutations = globSync('web/src/**/*.graphql', { cwd: ROOT })
    .filter((file) => !file.includes('/generated/'))
    .flatMap((file) => Array.from(read(file).matchAll(/^mutation (\w+)/gm), ([, name]) => name!));
  expect(mutations.length).toBeGreaterThan(70);
  expect([...ACTS.values()].flat().toSorted()).toEqual(mutations.toSorted());
});

it('what cannot be taken back asks by a red button, and others for several or for somebody else ask too', () => {
  const isAsked = (names: readonly string[], isRed: boolean) =>
    names.flatMap((mutation) =>
      sendersOf(mutation)
        .filter(([, text]) => {
          const questions = questionsIn(text);
          return !(isRed ? questions.some((each) => each.includes('isDangerous')) : questions.length > 0);
        })
        .map(([file]) => `${mutation}: ${file}`),
    );
  // A withdrawal is started by a dialog of its own; an import is discarded when another one starts.
  const elsewhere = [
    'CreateWithdrawal: web/src/trace/withdrawal/new-withdrawal-page.tsx',
    'CancelImport: web/src/exchange/import/send-file.ts',
  ];
  expect(isAsked(actsThatAsk('a question with a red button'), true).toSorted()).toEqual(elsewhere.toSorted());
  expect(questionsIn(read('web/src/trace/withdrawal/start-dialog.tsx')).join()).toContain('isDangerous');
  // One undisputed receipt is accepted at once, by the rows and the check of receipts.
  expect(
    isAsked(actsThatAsk('a question that says'), false).filter((each) => !each.startsWith('AcceptReceipt:')),
  ).toEqual([]);
});

it('a password or a code is in the dialog of what lets somebody in', () => {
  const without = actsThatAsk('the password').flatMap((mutation) =>
    sendersOf(mutation)
      .filter(([, text]) => !/current-password|one-time-code|CodeField|password/.test(text))
      .map(([file]) => `${mutation}: ${file}`),
  );
  expect(without).toEqual([]);
});

it('no red button acts at once', () => {
  const hasty = SOURCES.flatMap(([file, text]) =>
    Array.from(text.matchAll(/<Button\b[^]*?\n\s*>\n/g), ([button]) => button)
      .filter((button) => button.includes('kind="danger"') && /\brun\(|\bremove\(/.test(button))
      .map(() => file),
  );
  expect(hasty).toEqual([]);
});
