import { dateTime } from '../../base/kit/words/format.ts';
import styles from './delivery-note.module.css';

/** A receipt link as a QR code. */
export interface Code {
  url: string;
  expiresAt: string;
  /** The address of the image. */
  image: string;
}

/** Shows a receipt link to be scanned. */
export function CodeFigure({ code: { url, expiresAt, image } }: { code: Code }) {
  return (
    <figure className={styles.code}>
      <img src={image} alt="QR code of the receipt link" width="128" height="128" />
      <figcaption>
        Scan to confirm what arrived, or open <a href={url}>{url}</a>. Valid until {dateTime(expiresAt)}.
      </figcaption>
    </figure>
  );
}
