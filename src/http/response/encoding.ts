/** A content coding that the service supports; `identity` means none. */
export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Returns the encoding among `available` that an `Accept-Encoding` header prefers (RFC 9110 §12.5.3). The first one
 * wins a tie; `identity` if none is acceptable.
 */
export function preferredEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  if (header === undefined) return 'identity';
  const weights = weightsIn(header);
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of available) {
    const weight = weightOf(encoding, weights);
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

/** Returns whether the client refuses responses without an encoding. */
export function refusesIdentity(header: string | undefined): boolean {
  // Few headers mention it, and every small response is checked here.
  if (header === undefined || !/identity|\*/i.test(header)) return false;
  return weightOf('identity', weightsIn(header)) === 0;
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const q = parameters.map((each) => /^\s*q=(\d(?:\.\d{0,3})?)\s*$/.exec(each)?.[1]).find(Boolean);
    weights.set(name.trim(), q === undefined ? 1 : Number(q));
  }
  return weights;
}

function weightOf(encoding: Encoding, weights: Map<string, number>): number {
  // Old clients call it x-gzip.
  const named = weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined);
  if (named !== undefined) return named;
  const others = weights.get('*');
  // Unless it is refused, no encoding is acceptable, as the last choice.
  if (encoding === 'identity') return others === 0 ? 0 : 0.0001;
  return others ?? 0;
}
