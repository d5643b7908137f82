import { accountOf, type Context } from '../../core/context.ts';

/** Removes the logo of the company, if it has one. */
export async function removeLogo(context: Context): Promise<void> {
  await context.db.logo.deleteMany({ where: { accountId: accountOf(context) } });
}
