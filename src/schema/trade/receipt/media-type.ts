/**
 * The first bytes of the kinds of images that photos can be, in hexadecimal digits; any digit matches a dot.
 */
const STARTS = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  // RIFF, the size, WEBP
  'image/webp': /^52494646.{8}57454250/,
} as const;

export type MediaType = keyof typeof STARTS;
export const MEDIA_TYPES = Object.keys(STARTS) as MediaType[];

/** Returns what kind of image the bytes are; undefined if they are none that a photo can be. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return MEDIA_TYPES.find((type) => STARTS[type].test(start));
}
