import DataLoader from 'dataloader';
import type { Context } from '../context.ts';

/**
 * Returns a function that reads one value. Values that a context needs at the same moment are read together,
 * by `read`. They are not cached, because executions can share a context.
 */
export function readTogether<Key, Value>(
  read: (context: Context, keys: readonly Key[]) => Promise<Value[]>,
): (context: Context, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Context, DataLoader<Key, Value>>();
  return (context, key) => {
    const loader = loaders.get(context) ?? new DataLoader((keys) => read(context, keys), { cache: false });
    loaders.set(context, loader);
    return loader.load(key);
  };
}
