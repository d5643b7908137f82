import { type Request, type RequestHandler, Router } from 'express';
import { contextOf, requireScope } from '../../http/admission/admission.ts';
import type { InTime } from '../../http/server/deadline.ts';
import { readBytes } from '../../http/server/read-bytes.ts';
import { httpOf, unauthorized } from '../../schema/core/context.ts';
import { AppError, errorAt } from '../../schema/core/errors.ts';
import { recordIdOf } from '../../schema/core/noun/record-id.ts';
import { addPhoto, MAX_PHOTO_KIB, photoTooLarge } from '../../schema/trade/receipt/add-photo.ts';
import { readPhoto } from '../../schema/trade/receipt/read-photo.ts';

/** Returns the bytes of an image. @throws AppError `payload_too_large` */
export function readImage(request: Request): Promise<Buffer> {
  return readBytes(request, MAX_PHOTO_KIB * 1_024, photoTooLarge);
}

/** Returns the routes of `/photos`, which upload a photo for a receipt and download it again, with a key or a session. */
export function photoRoutes(inTime: InTime): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.post('/', named('/photos'), requireScope('deliveries:write', 'stops:write'), async (request) => {
    const { exchange } = request;
    const context = contextOf(request);
    const counted = await httpOf(context).visit?.countChange?.();
    if (counted instanceof AppError) throw counted;
    const delivery = new URLSearchParams(request.url.split('?')[1]).get('delivery');
    if (!delivery) throw errorAt('delivery', 'required', 'is required');
    const image = await readImage(request);
    const id = await inTime(exchange, addPhoto(context, recordIdOf(delivery), image));
    return exchange.respond(201, JSON.stringify({ status: 'success', data: { id: Number(id) } }));
  });
  router.get('/:id', named('/photos/:id'), requireScope('deliveries:read'), async (request, response) => {
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
