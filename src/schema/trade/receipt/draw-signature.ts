import { z } from 'zod';
import { finding } from '../../core/noun/issues.ts';
import { MAX_SIGNATURE_KIB } from '../limits.ts';

/** The box that signatures are drawn in. */
export const SIGNATURE_BOX = { width: 600, height: 200 };

export const MAX_STROKES = 200;
/** The maximum number of points per stroke on the pages: a hand needs fewer. */
export const MAX_STROKE_POINTS = 500;
/** The maximum number of points, which bounds the path: each takes four characters, such as `L0 0`. */
const MAX_POINTS = (MAX_SIGNATURE_KIB * 1_024) / 4;
const MAX_COORDINATE = 10_000;
const POINT = `must be a point [x, y], each from 0 to ${MAX_COORDINATE}`;
const coordinate = z.number(POINT).min(0, POINT).max(MAX_COORDINATE, POINT);
const point = z.tuple([coordinate, coordinate], POINT);

type Point = z.output<typeof point>;

const MAX_PATH = { max: MAX_SIGNATURE_KIB * 1_024 };
const TOO_LARGE = `must need at most ${MAX_SIGNATURE_KIB} KiB as an SVG path`;

/**
 * The rule of a drawn signature: the points of each stroke become the data of an SVG path. They are counted
 * before they are validated.
 */
export const signature = z
  .array(z.array(z.unknown(), POINT).min(1, 'must contain at least one point'), 'must be an array of strokes')
  .min(1, 'must contain at least one stroke')
  .max(MAX_STROKES, `must contain at most ${MAX_STROKES} strokes`)
  .refine(
    (strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= MAX_POINTS,
    finding('drawing_too_large', TOO_LARGE, MAX_PATH),
  )
  .pipe(z.array(z.array(point)))
  .transform(drawn)
  .refine((path) => path.length <= MAX_PATH.max, finding('drawing_too_large', TOO_LARGE, MAX_PATH));

/** Returns strokes as the data of an SVG path, moved and scaled into the box, in whole numbers. */
function drawn(strokes: readonly (readonly Point[])[]): string {
  const [xs, ys] = [0, 1].map((axis) => strokes.flat().map((each) => each[axis]!)) as [number[], number[]];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const { width, height } = SIGNATURE_BOX;
  const scale = Math.min(
    width / Math.max(1, Math.max(...xs) - left),
    height / Math.max(1, Math.max(...ys) - top),
    1,
  );
  const at = ([x, y]: Point) => `${Math.round((x - left) * scale)} ${Math.round((y - top) * scale)}`;
  // A stroke of one point is a dot, which needs a line of no length to be visible.
  const line = (points: readonly Point[]) => [...points, ...(points.length === 1 ? points : [])].map(at);
  return strokes.map((points) => `M${line(points).join('L')}`).join('');
}
