import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { answerParent } from '../../src/spreadsheet/answer-parent.ts';
import { unreadable } from '../../src/spreadsheet/unreadable-file.ts';

/** The actions of a program that reads a bad file, or is taken over by one. */
const DEEDS = {
  echo: (bytes: Uint8Array) => [{ text: Buffer.from(bytes).toString() }],
  environment: () => [{ names: Object.keys(process.env) }],
  handles: () => [{ handles: readdirSync('/proc/self/fd').length }],
  refuse: () => {
    throw unreadable('file_damaged', 'no');
  },
  fail: () => {
    throw new Error('a bug');
  },
  wait: async function* () {
    yield { started: true };
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
  loop: () => {
    for (;;);
  },
  heap: () => {
    const kept: object[] = [];
    for (;;) kept.push({ kept: kept.length });
  },
  array: () => [Array.from({ length: 500_000_000 }, () => 0)],
  text: () => [{ text: 'x'.repeat(2 ** 29).repeat(2) }],
  buffers: () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(16 * 1_024 ** 2, 1));
  },
  // More than may be said, and little enough for whoever takes it all.
  lines: function* () {
    for (let at = 0; at < 64; at++) yield { line: 'x'.repeat(1_000_000) };
  },
  line: () => [{ line: 'x'.repeat(9 * 1_024 ** 2) }],
  thread: () => [{ thread: new Worker('', { eval: true }).threadId }],
  process: () => [{ pid: spawn('true').pid }],
  network: () => [{ port: connect(1, '127.0.0.1').localPort }],
} satisfies Record<string, (bytes: Uint8Array) => Iterable<object> | AsyncIterable<object>>;

export type Deed = keyof typeof DEEDS;

await answerParent(async function* (bytes, { deed }: { deed: Deed }) {
  yield* DEEDS[deed](bytes);
});
