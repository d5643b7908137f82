import { classes } from './classes.ts';
import styles from './tile.module.css';

const COLOURS = 6;

interface TileProps {
  /** Whose initials to show. */
  name: string;
  /** Whether it is larger, beside a heading. */
  isLarge?: boolean;
}

/** A square with the initials of a company, in a colour of its own. The name must stand beside it. */
export function Tile({ name, isLarge = false }: TileProps) {
  return (
    <span
      className={classes(styles.tile, styles[`colour${colourOf(name)}`], isLarge && styles.large)}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first letters of the first two words; of one word, its first letter. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => LETTERS.segment(word)[Symbol.iterator]().next().value!.segment)
    .join('')
    .toUpperCase();
}

/** The same name always has the same colour. */
function colourOf(name: string): number {
  let sum = 0;
  for (let place = 0; place < name.length; place++) sum = (sum * 31 + name.charCodeAt(place)) >>> 0;
  return sum % COLOURS;
}
