/** Puts a name into words: `unitsPerCase` becomes Units per case, and `PIECE` Piece. */
export function inSentenceCase(name: string): string {
  const words = /[a-z]/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : name.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}
