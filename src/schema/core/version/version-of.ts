import type { Context } from '../context.ts';
import { readTogether } from '../list/read-together.ts';
import { type VersionKey, readVersions, type VersionedKind } from './read-versions.ts';

/** The description of a version. */
export const VERSION_DESCRIPTION =
  'Opaque; changes with every change of the record. Send it as `ifMatch` to change only this version.';

const readers: Partial<Record<VersionedKind, ReturnType<typeof readTogether<VersionKey, string>>>> = {};

/** Returns the version of a record. All versions of a response are read together. */
export function versionOf(context: Context, kind: VersionedKind, key: VersionKey): Promise<string> {
  readers[kind] ??= readTogether(async (inside, keys) => {
    const versions = await readVersions(inside, kind, keys);
    // A record can be deleted while the response is being read.
    return versions.map((version) => version ?? '');
  });
  return readers[kind](context, key);
}
