import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

// The closest manifest is that of the checkout or of the installed package, however deep this file is
// bundled.
const { version, gitHead } = JSON.parse(readFileSync(findPackageJSON(import.meta.url)!, 'utf8')) as {
  version: string;
  /** The commit of a release; a checkout has none. */
  gitHead?: string;
};

export const VERSION = version;

/** The version with the commit that it was built from. */
export const FULL_VERSION = `${version} (${gitHead ?? 'checkout'})`;

/** The words before the name of a command, in what operators can paste. */
export const PROVENDER = gitHead ? 'provender' : 'npm run -s provender --';
