/** The error for a file that cannot be read, with a message for the user. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}
