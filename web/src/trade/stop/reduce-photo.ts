import { MAX_PHOTO_KIB } from '../../generated/rules.ts';
import { scaledCanvas } from '../../base/kit/paper/scaled-canvas.ts';

const MAX_PIXELS = 1_280;
const QUALITIES = [0.8, 0.6, 0.4];

/** Draws a photo anew in a smaller size; undefined if it cannot. */
export async function reducePhoto(file: File): Promise<Blob | undefined> {
  const canvas = await scaledCanvas(file, MAX_PIXELS);
  if (!canvas) return undefined;
  for (const quality of QUALITIES) {
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (photo.size <= MAX_PHOTO_KIB * 1_024) return photo;
  }
  return undefined;
}
