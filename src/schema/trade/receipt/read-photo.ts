import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { recordIdOf } from '../../core/noun/record-id.ts';
import type { MediaType } from './media-type.ts';

/** Returns a photo of the account. @throws AppError `not_found` */
export async function readPhoto(
  context: Context,
  id: string,
): Promise<{ mediaType: MediaType; content: Uint8Array }> {
  const [photo] = await context.db.$queryRaw<{ mediaType: MediaType; content: Uint8Array }[]>`
    SELECT media_type AS "mediaType", content FROM receipt_photos
    WHERE /* guard: read-photo-account */ account_id = ${accountOf(context)} AND /* end */ id = ${recordIdOf(id)}`;
  if (!photo) throw notFound('photo');
  return photo;
}
