import { MAX_STROKE_POINTS } from '../src/generated/rules.ts';

type Point = [x: number, y: number];

/**
 * Opens the field for the signature, and returns what draws its value. `onChange` is called after each
 * stroke.
 */
export function openPad(form: HTMLFormElement, onChange: () => void): () => void {
  const place = form.querySelector<HTMLElement>('[data-signature]')!;
  const canvas = place.querySelector('canvas')!;
  const pen = canvas.getContext('2d')!;
  const field = form.elements.namedItem('signature') as HTMLInputElement;
  let stroke: Point[] | undefined;
  place.hidden = false;

  const strokes = () => JSON.parse(field.value || '[]') as Point[][];
  const draw = () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.lineWidth = 3;
    pen.lineCap = 'round';
    for (const points of strokes()) {
      pen.beginPath();
      pen.moveTo(...points[0]!);
      for (const point of points) pen.lineTo(...point);
      pen.stroke();
    }
  };
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [
      within(((clientX - left) / width) * canvas.width, canvas.width),
      within(((clientY - top) / height) * canvas.height, canvas.height),
    ];
  };
  const show = (all: Point[][]) => {
    field.value = JSON.stringify(all);
    draw();
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    stroke = [pointOf(event)];
    show([...strokes(), stroke]);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!stroke || stroke.length >= MAX_STROKE_POINTS) return;
    stroke.push(pointOf(event));
    show([...strokes().slice(0, -1), stroke]);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    canvas.addEventListener(end, () => {
      stroke = undefined;
      onChange();
    });
  }
  place.querySelector('[data-clear]')!.addEventListener('click', () => {
    field.value = '';
    draw();
    onChange();
  });
  return draw;
}

function within(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value)));
}
