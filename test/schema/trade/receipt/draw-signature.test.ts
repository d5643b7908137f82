import { expect, it } from 'vitest';
import { signature } from '../../../../src/schema/trade/receipt/draw-signature.ts';

it('counts the points of a drawing before it looks at any', () => {
  let looks = 0;
  const point = new Proxy([1, 1], {
    get: (target, name) => {
      looks += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const { error } = signature.safeParse([Array.from({ length: 42_000 }, () => point)]);
  expect(error?.issues.map(({ message }) => message)).toEqual(['must need at most 64 KiB as an SVG path']);
  expect(looks).toBe(0);
});

it('takes as many as a path can have', () => {
  const points = Array.from({ length: 16_000 }, (_, at) => [at % 8, at % 7]);
  expect(signature.safeParse([points]).data).toMatch(/^M0 0L1 1L2 2/);
});
