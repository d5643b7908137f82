import { type Dispatch, type PointerEvent, type SetStateAction, useEffect, useId, useRef } from 'react';
import { MAX_STROKE_POINTS, MAX_STROKES } from '../../generated/rules.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import form from '../../base/kit/form/form.module.css';
import styles from './signature-field.module.css';

/** The strokes of a signature, each a list of points `[x, y]`. */
export type Strokes = readonly (readonly [x: number, y: number][])[];

const [WIDTH, HEIGHT] = [600, 200];

interface SignatureFieldProps {
  strokes: Strokes;
  /** Takes functions, because several points can arrive before the next one is drawn. */
  onChange: Dispatch<SetStateAction<Strokes>>;
}

/** A field to sign in with a finger or a pen. */
export function SignatureField({ strokes, onChange }: SignatureFieldProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  useEffect(() => draw(canvas.current!, strokes), [strokes]);
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (strokes.length >= MAX_STROKES) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    const point = pointOf(event);
    onChange((strokes) => [...strokes, [point]]);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return;
    const point = pointOf(event);
    onChange((strokes) => withPoint(strokes, point));
  };
  const end = () => {
    isDrawing.current = false;
  };
  return (
    <div className={form.field}>
      <p id={id} className={form.label}>
        Signature <span className={form.optional}>optional</span>
      </p>
      <canvas
        ref={canvas}
        className={styles.pad}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-labelledby={id}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {strokes.length > 0 && (
        <div>
          <Button isSmall onClick={() => onChange([])}>
            Clear signature
          </Button>
        </div>
      )}
    </div>
  );
}

/** Adds a point to the last stroke. */
function withPoint(strokes: Strokes, point: Strokes[number][number]): Strokes {
  const last = strokes.at(-1);
  return !last || last.length >= MAX_STROKE_POINTS ? strokes : [...strokes.slice(0, -1), [...last, point]];
}

function draw(canvas: HTMLCanvasElement, strokes: Strokes): void {
  const pen = canvas.getContext('2d')!;
  pen.clearRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  for (const points of strokes) {
    pen.beginPath();
    pen.moveTo(...points[0]!);
    for (const point of points) pen.lineTo(...point);
    pen.stroke();
  }
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [
    within(((clientX - left) / width) * WIDTH, WIDTH),
    within(((clientY - top) / height) * HEIGHT, HEIGHT),
  ];
}

function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value)));
}
