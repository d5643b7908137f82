import { accountOf, type Context } from '../../core/context.ts';

const switches = new WeakMap<Context, Promise<boolean>>();

/**
 * Returns whether the account allows to log bodies, read once per response. When switched off, bodies are
 * hidden at once.
 */
export function logsBodies(context: Context): Promise<boolean> {
  const read = switches.get(context) ?? readSwitch(context);
  switches.set(context, read);
  return read;
}

async function readSwitch(context: Context): Promise<boolean> {
  const where = { id: accountOf(context) };
  const account = await context.db.account.findUnique({ where, select: { logsRequestBodies: true } });
  return account?.logsRequestBodies ?? false;
}
