/** A guard of the service, and the tests that must fail without it. */
export interface Guard {
  file: string;
  /** A small piece of the file that occurs once, so that unrelated edits leave it alone. */
  text: string;
  /** The piece without the guard: the program still runs. */
  without: string;
  /** The test files, which begin with these paths. */
  tests: string[];
}

/** Returns the guards of the files of a folder: a row is file, text, text without the guard, and tests. */
export function guardsOf(
  folder: string,
  rows: [file: string, text: string, without: string, ...tests: string[]][],
): Guard[] {
  return rows.map(([file, text, without, ...tests]) => ({ file: `${folder}/${file}`, text, without, tests }));
}
