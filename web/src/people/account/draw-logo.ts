import { MAX_LOGO_KIB } from '../../generated/rules.ts';
import { scaledCanvas } from '../../base/kit/paper/scaled-canvas.ts';

/** The largest is sharp on paper; each next one is drawn if the one before has too many bytes. */
const PIXELS = [800, 400, 200, 100];

/**
 * Draws a logo anew as a PNG of at most {@link MAX_LOGO_KIB}. Returns it as a data URL; undefined if the file
 * is no image.
 */
export async function drawLogo(file: File): Promise<string | undefined> {
  for (const pixels of PIXELS) {
    const canvas = await scaledCanvas(file, pixels);
    const image = await canvas?.convertToBlob({ type: 'image/png' });
    if (image && image.size <= MAX_LOGO_KIB * 1_024) return dataUrlOf(image);
  }
  return undefined;
}

function dataUrlOf(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(image);
  });
}
