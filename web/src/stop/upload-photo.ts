import { type Failure, failureIn, UNREACHABLE } from '../graphql/failure.ts';

const MAX_PIXELS = 1_280;
const MAX_BYTES = 400 * 1_024;
const QUALITIES = [0.8, 0.6, 0.4];

interface Answer {
  data?: { id: number };
  error?: Parameters<typeof failureIn>[0];
}

/** Uploads a photo of a stop, and returns its id or the failure. */
export async function uploadPhoto(stopId: string, file: File): Promise<string | Failure> {
  const body = await reduced(file).catch(() => undefined);
  if (!body) return { ...UNREACHABLE, code: 'validation_error', message: 'This photo cannot be read.' };
  try {
    const response = await fetch(`/photos?delivery=${stopId}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'image/jpeg' },
      body,
    });
    const { data, error } = (await response.json()) as Answer;
    return data ? String(data.id) : failureIn(error!, response);
  } catch {
    return UNREACHABLE;
  }
}

/** Draws a photo anew in a smaller size, which leaves out where and with what it was taken. */
async function reduced(file: File): Promise<Blob | undefined> {
  const image = await createImageBitmap(file);
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
