import type { WireRequest } from '../support/http/wire.ts';

/** The maximum size within a body of 256 KiB. */
export const SIZE = 250_000;
/** The maximum size of a request target; Node accepts headers of 16 KiB. */
export const TARGET_SIZE = 15_000;

export const repeat = (text: string, size = SIZE) => text.repeat(Math.floor(size / text.length));
export const list = (item: string, size = SIZE) => `[${repeat(`${item},`, size)}${item}]`;
export const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
export const members = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');

export function nested(open: string, close: string, inner = ''): string {
  const levels = Math.floor(SIZE / (open.length + close.length));
  return open.repeat(levels) + inner + close.repeat(levels);
}

/** Returns requests with these bodies, by name. */
export function post(target: string, bodies: Record<string, string>): Record<string, WireRequest> {
  return Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      `POST ${target}: ${name}`,
      { method: 'POST', target, headers: { 'Content-Type': 'application/json' }, body },
    ]),
  );
}
