import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { contextOf, requireCallerScope } from '../../http/admission/admission.ts';
import type { InTime } from '../../http/server/deadline.ts';
import { readBytes } from '../../http/server/body.ts';
import type { FileRoute } from '../../rest/file-route.ts';
import { integerParameter, timeParameter } from '../../rest/query.ts';
import { parseQuery } from '../../http/server/query-parameters.ts';
import { httpOf, unauthorized } from '../../schema/core/context.ts';
import { PLAN_LIMITS } from '../../schema/core/caller/plans.ts';
import { AppError } from '../../schema/core/errors.ts';
import { instant, recordId } from '../../schema/core/noun/rules.ts';
import { valid } from '../../schema/core/noun/valid.ts';
import { quotaExceeded } from '../../schema/people/account/quota.ts';
import { MAX_PHOTO_KIB } from '../../schema/trade/limits.ts';
import { addPhoto, MAX_UPLOADS, photoTooLarge } from '../../schema/trade/receipt/add-photo.ts';
import { PHOTO_TYPES } from '../../schema/trade/receipt/media-type.ts';
import { requireNotFuture } from '../../schema/trade/receipt/received-at.ts';
import { requireStopOfDriver } from '../../schema/trade/tour/driver-stops.ts';
import { readPhoto } from '../../schema/trade/receipt/read-photo.ts';

const PARAMETERS = {
  delivery: integerParameter(recordId).describe('The number of the delivery, in transit or completed.'),
  at: timeParameter
    .pipe(instant)
    .optional()
    .describe('When the photo was taken, for photos of drivers that are sent later (default: now).'),
};

/** The endpoints of photos, as the reference describes them. */
export const routesOfPhotos: readonly FileRoute[] = [
  {
    chapter: 'Photos',
    method: 'post',
    path: '/photos',
    name: 'uploadPhoto',
    summary: 'Upload a photo',
    description: `Stores a photo of goods at the door, at most ${MAX_UPLOADS} of a delivery, and returns its id. Name it in the receipt of the delivery within a day, or it is deleted.`,
    scope: 'deliveries:write',
    ids: {},
    parameters: PARAMETERS,
    body: {
      mediaTypes: ['application/octet-stream'],
      description: `The image itself: JPEG, PNG or WebP, at most ${MAX_PHOTO_KIB} KiB. Any media type is accepted, such as \`image/jpeg\`.`,
    },
    returns: {
      status: 201,
      data: z
        .strictObject({ id: recordId.describe('The number of the photo.') })
        .meta({ id: 'UploadedPhoto', description: 'A stored photo.', examples: [{ id: 7 }] }),
    },
    errors: {
      payload_too_large: {
        when: `The image is larger than ${MAX_PHOTO_KIB} KiB`,
        message: photoTooLarge().message,
        problem: 'payload_too_large',
        values: { max: MAX_PHOTO_KIB * 1_024 },
      },
      unsupported_media_type: {
        when: 'The `Content-Encoding` of the body is not supported',
        message: 'This encoding of the body is not supported',
        problem: 'unsupported_encoding',
      },
      not_found: {
        when: 'The account has no such delivery',
        message: 'No delivery with this id in this account',
        field: 'delivery',
        problem: 'not_found',
      },
      quota_exceeded: {
        when: 'The account stores as many photos as its plan allows',
        message: quotaExceeded('free', 'photos').message,
        problem: 'plan_limit',
        values: { what: 'photos', max: PLAN_LIMITS.free.quotas.photos },
      },
    },
  },
  {
    chapter: 'Photos',
    method: 'get',
    path: '/photos/:id',
    name: 'getPhoto',
    summary: 'Download a photo',
    description: null,
    scope: 'deliveries:read',
    ids: { id: recordId.meta({ description: 'The number of the photo.', examples: [7] }) },
    parameters: {},
    body: null,
    returns: { mediaTypes: PHOTO_TYPES, description: 'The image.' },
    errors: {},
  },
];

/** Returns the bytes of an image. @throws AppError `payload_too_large` */
export function readImage(request: Request): Promise<Buffer> {
  return readBytes(request, MAX_PHOTO_KIB * 1_024, photoTooLarge);
}

/**
 * Returns the routes of `/photos`, which upload a photo for a receipt and download it again, with a key or a
 * session.
 */
export function photoRoutes(inTime: InTime): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.post(
    '/',
    named('/photos'),
    requireCallerScope('deliveries:write', 'stops:write'),
    async (request) => {
      const { exchange } = request;
      const context = contextOf(request);
      const counted = await httpOf(context).visit?.countChange?.();
      // guard: photo-changes-count
      if (counted instanceof AppError) throw counted;
      const { delivery, at } = valid(z.strictObject(PARAMETERS), parseQuery(request.url), 'query parameter');
      if (at !== undefined) requireNotFuture(new Date(at), new Date());
      await inTime(exchange, requireStopOfDriver(context, BigInt(delivery), at, 'delivery'));
      const image = await readImage(request);
      const id = await inTime(exchange, addPhoto(context, BigInt(delivery), image));
      return exchange.respond(201, JSON.stringify({ status: 'success', data: { id: Number(id) } }));
    },
  );
  const mayRead = requireCallerScope('deliveries:read');
  router.get('/:id', named('/photos/:id'), /* guard: photo-scope */ mayRead, async (request, response) => {
    const { exchange, params } = request;
    const { mediaType, content } = await inTime(exchange, readPhoto(contextOf(request), params.id as string));
    const name = `photo-${params.id as string}.${mediaType.replace('image/', '')}`;
    response.set({
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    });
    response.end(content);
  });
  return router;
}

function named(route: string): RequestHandler {
  return ({ exchange }, _response, next) => {
    exchange.route = route;
    next(exchange.caller ? undefined : unauthorized());
  };
}
