interface Crates {
  type: { name: string };
  out: number;
  back: number;
}

const BLANK = '____';

/** Returns the line of a printed delivery for its crates, with blanks for what is not entered yet. */
export function cratesInWords(crates: readonly Crates[]): string {
  if (crates.length === 0) return `Crates: out ${BLANK} back ${BLANK}`;
  const parts = crates.map(({ type, out, back }) => `${type.name} out ${out || BLANK} back ${back || BLANK}`);
  return `Crates: ${parts.join('; ')}`;
}
