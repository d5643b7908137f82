import { CopyButton } from './copy-button.tsx';
import styles from './code.module.css';

/** Something to paste elsewhere. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.code}>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  );
}
