import { violation } from '../../../problems.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { requireQuota } from '../../people/account/quota.ts';
import { accountOf, type Context } from '../../core/context.ts';
import { RETURNABLE, statusInWords } from '../delivery/status.ts';
import { AppError, fault, faultAt, notFound } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { MAX_PHOTO_KIB, MAX_PHOTOS } from '../limits.ts';
import { mediaTypeOf } from './media-type.ts';

/** How long photos are stored, in days; photos without a receipt are deleted after a day. */
export const PHOTO_DAYS = 400;
/** The maximum number of uploads, because some photos are taken again. */
export const MAX_UPLOADS = 3 * MAX_PHOTOS;

/** Returns the error for a photo that is too large. */
export function photoTooLarge(): AppError {
  return fault(
    'payload_too_large',
    `A photo must be at most ${MAX_PHOTO_KIB} KiB. Scale it down to 1,600 pixels, or save it as JPEG with less quality`,
    null,
    { max: MAX_PHOTO_KIB * 1_024 },
  );
}

/**
 * Stores a photo of goods at the door, for a receipt that will name it, and returns its id.
 *
 * @param bytes at most {@link MAX_PHOTO_KIB}, which is all that is read of a request
 *
 * @throws AppError `not_found`, `validation_error` or `quota_exceeded`
 */
export async function addPhoto(context: Context, deliveryId: bigint, bytes: Uint8Array): Promise<bigint> {
  const mediaType = mediaTypeOf(bytes);
  // guard: photo-type
  if (!mediaType) throw fault('not_a_photo', 'The body must be a JPEG, PNG or WebP image');
  const accountId = accountOf(context);
  return inOneTransaction(context, async ({ db: tx }) => {
    // The account is locked, so that photos are counted one after the other.
    await requireQuota(
      tx,
      accountId,
      'photos',
      Prisma.sql`SELECT FROM receipt_photos WHERE account_id = ${accountId}`,
    );
    const [delivery] = await tx.$queryRaw<{ status: string; photos: number }[]>`
      SELECT status, (SELECT count(*)::int FROM receipt_photos photo
                      WHERE photo.account_id = ${accountId} AND photo.delivery_id = delivery.id) AS photos
      FROM deliveries delivery WHERE account_id = ${accountId} AND id = ${deliveryId}`;
    // guard: photo-delivery
    if (!delivery) throw notFound('delivery', 'delivery');
    // guard: photo-status
    if (!RETURNABLE.includes(delivery.status as never)) {
      throw new AppError(
        faultAt(
          'delivery',
          violation('delivery_not_returnable', `is a delivery that is ${statusInWords(delivery.status)}`, {
            status: delivery.status,
          }),
        ),
      );
    }
    // guard: photo-count
    if (delivery.photos >= MAX_UPLOADS) {
      throw new AppError(
        faultAt(
          'delivery',
          violation('too_many_photos', `has ${MAX_UPLOADS} photos, the maximum`, { max: MAX_UPLOADS }),
        ),
      );
    }
    const [photo] = await tx.$queryRaw<[{ id: bigint }]>`
      INSERT INTO receipt_photos (account_id, delivery_id, media_type, content)
      VALUES (${accountId}, ${deliveryId}, ${mediaType}, ${Buffer.from(bytes)}) RETURNING id`;
    return photo.id;
  });
}
