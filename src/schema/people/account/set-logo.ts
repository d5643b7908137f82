import { accountOf, type Context } from '../../core/context.ts';
import { logoImageIn } from './logo-image.ts';

/**
 * Replaces the logo of the company.
 *
 * @param image in base64
 * @throws AppError `validation_error` on image
 */
export async function setLogo(context: Context, image: string): Promise<void> {
  const { mediaType, width, height, content } = await logoImageIn(image);
  await context.db.$executeRaw`
    INSERT INTO logos (account_id, media_type, width, height, content)
    VALUES (${accountOf(context)}, ${mediaType}, ${width}, ${height}, ${content})
    ON CONFLICT (account_id) DO UPDATE
    SET media_type = excluded.media_type, width = excluded.width, height = excluded.height,
        content = excluded.content, created_at = excluded.created_at
    WHERE logos.content <> excluded.content`;
}
