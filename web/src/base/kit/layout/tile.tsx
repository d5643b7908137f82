import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './tile.module.css';

const COLOURS = 6;

interface TileProps {
  /** The name whose initials are shown, or that decides the colour of the icon. */
  name: string;
  icon?: LucideIcon;
  /** Whether it is larger, beside a heading. */
  isLarge?: boolean;
}

/** A square with the initials of a company or an icon, in a colour of its own. Screen readers skip it. */
export function Tile({ name, icon: Icon, isLarge = false }: TileProps) {
  return (
    <i
      className={classes(styles.tile, styles[`colour${colourOf(name)}`], isLarge && styles.large)}
      // Not text of the page, which can be searched, copied and compared.
      data-initials={Icon ? undefined : initialsOf(name)}
      aria-hidden
    >
      {Icon && <Icon size={isLarge ? 18 : 14} />}
    </i>
  );
}

/** Shows something, such as a name, beside its tile. */
export function Tiled({ children, ...tile }: TileProps & { children: ReactNode }) {
  return (
    <div className={styles.tiled}>
      <Tile {...tile} />
      <div>{children}</div>
    </div>
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

/** Returns the colour for a name, always the same. */
function colourOf(name: string): number {
  let sum = 0;
  for (let place = 0; place < name.length; place++) sum = (sum * 31 + name.charCodeAt(place)) >>> 0;
  return sum % COLOURS;
}
