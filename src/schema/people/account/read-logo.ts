import { accountOf, type Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { LogoType } from './logo-image.ts';

export interface StoredLogo {
  mediaType: LogoType;
  content: Uint8Array;
}

/** Returns the logo of the account, if it still is the one with this id. @throws AppError `not_found` */
export async function readLogo(context: Context, id: string): Promise<StoredLogo> {
  const logo = await context.db.logo.findUnique({
    where: { accountId: accountOf(context), /* guard: logo-digest */ digest: id },
    select: { mediaType: true, content: true },
  });
  if (!logo) throw notFound('logo');
  return logo as StoredLogo;
}
