/** The kinds of access to a resource. */
export type Access = 'read' | 'write';

export const ACCESSES: readonly Access[] = ['read', 'write'];

/** Returns the resources in `scopes`, in their order. */
export function resourcesOf(scopes: readonly string[]): string[] {
  return [...new Set(scopes.map((scope) => scope.split(':')[0]!))];
}

export function scopeOf(resource: string, access: Access): string {
  return `${resource}:${access}`;
}

/** Returns a resource's name as a title: `supermarkets` is "Supermarkets". */
export function titleOf(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}

/** Describes scopes: "Full access", "Read only", or "Deliveries: read and write, Products: read". */
export function scopesInWords(granted: readonly string[], all: readonly string[]): string {
  if (granted.length === all.length) return 'Full access';
  const reads = all.filter((scope) => scope.endsWith(':read'));
  if (granted.length === reads.length && reads.every((scope) => granted.includes(scope))) {
    return 'Read only';
  }
  return resourcesOf(granted)
    .map((resource) => {
      const accesses = ACCESSES.filter((access) => granted.includes(scopeOf(resource, access)));
      return `${titleOf(resource)}: ${accesses.join(' and ')}`;
    })
    .join(', ');
}
