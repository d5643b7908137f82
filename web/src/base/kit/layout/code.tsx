import { CopyButton } from './copy-button.tsx';
import styles from './code.module.css';

interface CodeProps {
  text: string;
  label: string;
  /** The text to copy, if it differs from the displayed text. */
  copied?: string;
}

/** Shows text for copying. */
export function Code({ text, label, copied = text }: CodeProps) {
  return (
    <div className={styles.code}>
      {/* Reachable by keyboard, to select and copy. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={copied} label={`Copy ${label}`} />
    </div>
  );
}
