import type { Count } from './ranges.ts';

/** The maximum length of a key's name in the chart. */
const MOST_CHARACTERS = 40;

/** The requests of one key in a range. */
export interface KeyUse {
  keyId: string;
  name: string;
  requests: number;
  refused: number;
  failed: number;
}

/** Returns the used keys, most used first. */
export function keysUsed(counts: readonly Count[]): KeyUse[] {
  const uses = Map.groupBy(counts, ({ keyId }) => keyId)
    .entries()
    .map(([keyId, counts]) => ({ keyId, name: nameOf(counts[0]!), ...totalOf(counts) }))
    .toArray();
  return uses.toSorted((one, other) => other.requests - one.requests);
}

/** Returns the sums of counts. */
export function totalOf(counts: readonly Count[]): Pick<Count, 'requests' | 'refused' | 'failed'> {
  const sum = (name: 'requests' | 'refused' | 'failed') =>
    counts.reduce((total, count) => total + count[name], 0);
  return { requests: sum('requests'), refused: sum('refused'), failed: sum('failed') };
}

function nameOf({ keyName, apiKey }: Count): string {
  const name = keyName.length > MOST_CHARACTERS ? `${keyName.slice(0, MOST_CHARACTERS)}…` : keyName;
  return apiKey ? `${name} (…${apiKey.lastFour})` : `${name} (revoked)`;
}
