import { readTogether } from '../../core/list/read-together.ts';
import { accountOf, type Context } from '../../core/context.ts';

/** Returns the name of one of the account's API keys. */
export const keyNameOf = readTogether(readKeyNames);

async function readKeyNames(context: Context, ids: readonly bigint[]): Promise<(string | null)[]> {
  const keys = await context.db.apiKey.findMany({
    where: { accountId: accountOf(context), id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? null);
}
