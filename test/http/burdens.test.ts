import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import { createBurdens } from '../../src/http/burdens.ts';

const MIB = 1_024 * 1_024;
const response = (closed = false) =>
  Object.assign(new EventEmitter(), { closed }) as unknown as Response & EventEmitter;

it('ignores small responses', () => {
  const burdens = createBurdens(() => {});
  burdens.add('a', 100_000, response());
  expect(burdens.isTooMuch('a', 2, true)).toBe(false);
});

it('has a subject rest after a large response while others are active, and then go one at a time', async () => {
  const onLess = vi.fn<() => void>();
  const burdens = createBurdens(onLess);
  const sent = response();
  burdens.add('a', MIB, sent);
  sent.emit('close');
  expect(burdens.isTooMuch('a', 0, true)).toBe(true);
  expect(burdens.isTooMuch('a', 0, false)).toBe(false);
  expect(burdens.isTooMuch('b', 0, true)).toBe(false);
  onLess.mockClear();
  await expect.poll(() => onLess.mock.calls.length).toBeGreaterThan(0);
  expect(burdens.isTooMuch('a', 0, true)).toBe(false);
  expect(burdens.isTooMuch('a', 1, true)).toBe(true);
});

it('has a subject wait while much of what it requested is not read, alone or not', () => {
  const burdens = createBurdens(() => {});
  const unread = [response(), response(), response()];
  for (const each of unread) burdens.add('a', 6 * MIB, each);
  expect(burdens.isTooMuch('a', 0, false)).toBe(true);
  unread[0]!.emit('close');
  expect(burdens.isTooMuch('a', 0, false)).toBe(false);
});

it('does not wait for the reading of a client that left before its response was made', () => {
  const burdens = createBurdens(() => {});
  for (let count = 0; count < 5; count++) burdens.add('a', 6 * MIB, response(true));
  expect(burdens.isTooMuch('a', 0, false)).toBe(false);
});
