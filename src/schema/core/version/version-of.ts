import DataLoader from 'dataloader';
import type { Context } from '../context.ts';
import { type VersionKey, readVersions, type VersionedKind } from './read-versions.ts';

/** The description of a version. */
export const VERSION =
  'Opaque; changes with every change of the record. Send it as `ifMatch` to change only this version.';

type VersionLoaders = Partial<Record<VersionedKind, DataLoader<VersionKey, string>>>;
const loaders = new WeakMap<Context, VersionLoaders>();

/** Returns the version of a record. All versions of a response are read together. */
export function versionOf(context: Context, kind: VersionedKind, key: VersionKey): Promise<string> {
  const ofContext = loaders.get(context) ?? {};
  loaders.set(context, ofContext);
  ofContext[kind] ??= new DataLoader(
    async (keys) => {
      const versions = await readVersions(context, kind, keys);
      // A record can be deleted while the response is being read.
      return versions.map((version) => version ?? '');
    },
    // A context can serve several executions.
    { cache: false },
  );
  return ofContext[kind].load(key);
}
