import DataLoader from 'dataloader';
import { accountOf, type Context } from '../context.ts';

const loaders = new WeakMap<Context, DataLoader<bigint, string | null>>();

/** Returns the names of the account's API keys by id, read once for all records in a response. */
export function keyNamesOf(context: Context): DataLoader<bigint, string | null> {
  const names = loaders.get(context) ?? new DataLoader((ids: readonly bigint[]) => readNames(context, ids));
  loaders.set(context, names);
  return names;
}

async function readNames(context: Context, ids: readonly bigint[]): Promise<(string | null)[]> {
  const keys = await context.db.apiKey.findMany({
    where: { accountId: accountOf(context), id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? null);
}
