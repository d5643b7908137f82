/** The first bytes of each type of photo, in hexadecimal digits. */
const STARTS = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  // RIFF, the size, WEBP
  'image/webp': /^52494646.{8}57454250/,
} as const;

export type MediaType = keyof typeof STARTS;
export const MEDIA_TYPES = Object.keys(STARTS) as MediaType[];

/** Returns the media type of an image by its first bytes; undefined if photos cannot have it. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return MEDIA_TYPES.find((type) => STARTS[type].test(start));
}
