import { accountOf, type Context } from '../../core/context.ts';

/** Returns the id of the account's logo; undefined without one. */
export async function findLogoId(context: Context): Promise<string | undefined> {
  const where = { accountId: accountOf(context) };
  return (await context.db.logo.findUnique({ where, select: { digest: true } }))?.digest;
}
