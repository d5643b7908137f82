import type { GraphQLError } from 'graphql';
import type { Path } from './path.ts';

/** Collects the errors of one execution in the order in which they occur. */
export class CollectedErrors {
  readonly list: GraphQLError[] = [];
  private readonly nulled = new Set<Path | undefined>();

  /**
   * Adds an error that made `path` null; undefined means the whole result. An error below a path that is
   * already null is dropped, because its location is not in the result.
   */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.isNulled(path)) return;
    this.nulled.add(path);
    this.list.push(error);
  }

  private isNulled(path: Path | undefined): boolean {
    for (let at = path; at !== undefined; at = at.prev) {
      if (this.nulled.has(at)) return true;
    }
    return this.nulled.has(undefined);
  }
}
