/** The selection of a key's columns about its old values. */
export const OLD_VALUES = {
  previousSecretExpiresAt: true,
  previousSecretLastUsedAt: true,
  earlierSecrets: { select: { expiresAt: true, lastUsedAt: true } },
} as const;

interface ValueBefore {
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

interface KeyWithOldValues {
  previousSecretExpiresAt: Date | null;
  previousSecretLastUsedAt: Date | null;
  earlierSecrets: ValueBefore[];
}

/**
 * Returns when the last of a key's old values expires and when one was last used; null where none is valid.
 */
export function oldValuesOf(key: KeyWithOldValues): ValueBefore {
  const previous = { expiresAt: key.previousSecretExpiresAt, lastUsedAt: key.previousSecretLastUsedAt };
  const valid = [previous, ...key.earlierSecrets].filter(
    ({ expiresAt }) => expiresAt !== null && expiresAt.getTime() > Date.now(),
  );
  return {
    expiresAt: latestOf(valid.map(({ expiresAt }) => expiresAt)),
    lastUsedAt: latestOf(valid.map(({ lastUsedAt }) => lastUsedAt)),
  };
}

function latestOf(times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : new Date(Math.max(...known.map(Number)));
}
