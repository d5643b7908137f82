import { imageDimensionsFromData } from 'image-dimensions';
import { type AppError, errorAt } from '../../core/errors.ts';
import { figure } from '../../core/noun/rules.ts';
import { MAX_LOGO_KIB, MAX_LOGO_PIXELS } from '../limits.ts';
import { isWholeJpeg } from './is-whole-jpeg.ts';
import { isWholePng } from './is-whole-png.ts';

const MAX_LOGO_BYTES = MAX_LOGO_KIB * 1_024;

/** The kinds of images that logos can be. */
const LOGO_KINDS = {
  jpeg: { mediaType: 'image/jpeg', isWhole: isWholeJpeg },
  png: { mediaType: 'image/png', isWhole: isWholePng },
} as const;

export type LogoType = (typeof LOGO_KINDS)[keyof typeof LOGO_KINDS]['mediaType'];

export interface LogoImage {
  mediaType: LogoType;
  width: number;
  height: number;
  content: Buffer<ArrayBuffer>;
}

/**
 * Reads an image in base64. Files with something after the image are refused, as are those that were cut off
 * or damaged.
 *
 * @throws AppError `validation_error` on image
 */
export async function logoImageIn(image: string): Promise<LogoImage> {
  // Base64 takes four characters for three bytes.
  if (image.length > Math.ceil(MAX_LOGO_BYTES / 3) * 4) throw logoTooLarge();
  const content = Buffer.from(image, 'base64');
  // guard: logo-bytes
  if (content.length > MAX_LOGO_BYTES) throw logoTooLarge();
  // guard: logo-base64
  if (content.toString('base64') !== image) throw notALogo();
  const found = imageDimensionsFromData(content);
  const kind =
    found && Object.hasOwn(LOGO_KINDS, found.type) && LOGO_KINDS[found.type as keyof typeof LOGO_KINDS];
  if (!kind) throw notALogo();
  const { width, height } = found;
  // guard: logo-emptiness
  if (width === 0 || height === 0) throw notALogo();
  if (width > MAX_LOGO_PIXELS || /* guard: logo-height */ height > MAX_LOGO_PIXELS) {
    const side = figure(MAX_LOGO_PIXELS);
    const rule = `must be an image of at most ${side} × ${side} pixels`;
    throw errorAt('image', 'logo_too_wide', rule, { max: MAX_LOGO_PIXELS });
  }
  // guard: logo-wholeness
  if (!(await kind.isWhole(content, found))) throw notALogo();
  return { mediaType: kind.mediaType, width, height, content };
}

function notALogo(): AppError {
  return errorAt('image', 'not_a_logo', 'must be a whole PNG or JPEG image in base64');
}

function logoTooLarge(): AppError {
  const rule = `must be an image of at most ${MAX_LOGO_KIB} KiB`;
  return errorAt('image', 'logo_too_large', rule, { max: MAX_LOGO_BYTES });
}
