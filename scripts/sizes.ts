/** Where `npm run generate` writes the sizes, so that a change of them is seen in the diff. */
export const SIZES = 'src/generated/sizes.json';

/** Sizes by part: of the page in bytes of its files before they are compressed, of tools in characters of their text. */
export interface Sizes {
  /** What browsers load before the sign-in, by file of `web/src`, package, and all style sheets together. */
  signIn: Record<string, number>;
  /** What they load later, by folder of `web/src` and by package. */
  pages: Record<string, number>;
  /** The list of tools that assistants read, by tool. */
  tools: Record<string, number>;
}

/** Returns the sum of some parts. */
export function totalOf(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, size) => sum + size, 0);
}
