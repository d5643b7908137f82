/**
 * Draws an image anew in at most this size, which leaves out where and with what it was taken; undefined if
 * the file cannot be read as an image.
 */
export async function scaledCanvas(file: File, maxPixels: number): Promise<OffscreenCanvas | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const scale = Math.min(1, maxPixels / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
