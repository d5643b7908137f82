/** Returns an error of a failed start or command as one line, whatever library it comes from. */
export function errorLine(error: unknown): string {
  const { message, code, errors } = Object(error) as { message?: string; code?: string; errors?: unknown[] };
  // A host with several addresses fails with one error per address and no message of its own.
  if (!message && errors?.[0]) return errorLine(errors[0]);
  return (message || code || String(error)).replace(/\s+/g, ' ').trim();
}

const FILE_ERRORS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOSPC: 'no space is left',
  EROFS: 'the file system is read-only',
};

/** Returns why a file cannot be read or written, for people. */
export function fileErrorOf(error: unknown): string {
  return FILE_ERRORS[(error as NodeJS.ErrnoException).code ?? ''] ?? errorLine(error);
}
