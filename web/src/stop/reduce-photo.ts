const MAX_PIXELS = 1_280;
const MAX_BYTES = 400 * 1_024;
const QUALITIES = [0.8, 0.6, 0.4];

/** Draws a photo anew in a smaller size, which leaves out where and with what it was taken; undefined if it cannot. */
export async function reducePhoto(file: File): Promise<Blob | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const scale = Math.min(1, MAX_PIXELS / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (photo.size <= MAX_BYTES) return photo;
  }
  return undefined;
}
