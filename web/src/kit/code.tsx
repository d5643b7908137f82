import { CopyButton } from './copy-button.tsx';
import styles from './code.module.css';

interface CodeProps {
  text: string;
  label: string;
  /** The text to copy, where it differs from the one shown. */
  copied?: string;
}

/** Something to paste elsewhere. */
export function Code({ text, label, copied = text }: CodeProps) {
  return (
    <div className={styles.code}>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={copied} label={`Copy ${label}`} />
    </div>
  );
}
