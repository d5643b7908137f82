import { scaledCanvas } from '../kit/scaled-canvas.ts';

const MAX_PIXELS = 1_280;
const MAX_BYTES = 400 * 1_024;
const QUALITIES = [0.8, 0.6, 0.4];

/** Draws a photo anew in a smaller size; undefined if it cannot. */
export async function reducePhoto(file: File): Promise<Blob | undefined> {
  const canvas = await scaledCanvas(file, MAX_PIXELS);
  if (!canvas) return undefined;
  for (const quality of QUALITIES) {
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (photo.size <= MAX_BYTES) return photo;
  }
  return undefined;
}
