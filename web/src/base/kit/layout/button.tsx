import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';
import styles from './button.module.css';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface Looks {
  kind?: Kind;
  icon?: LucideIcon;
  isSmall?: boolean;
}

type ButtonProps = Looks & ComponentProps<'button'> & { isBusy?: boolean };

/** A button; it cannot be pressed while `isBusy`. */
export function Button({
  kind = 'plain',
  icon: Icon,
  isSmall,
  isBusy = false,
  children,
  ...rest
}: ButtonProps) {
  const Shown = isBusy ? LoaderCircle : Icon;
  return (
    <button
      type="button"
      {...rest}
      className={lookOf(kind, isSmall)}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {Shown && <Shown className={isBusy ? styles.spinning : undefined} size={16} aria-hidden />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Looks & { href: string; children: React.ReactNode } & Pick<
    ComponentProps<'a'>,
    'aria-keyshortcuts' | 'aria-current' | 'onClick'
  >;

/** A link to another page that looks like a button. */
export function ButtonLink({
  kind = 'plain',
  icon: Icon,
  isSmall,
  href,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} href={href} className={lookOf(kind, isSmall)}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </Link>
  );
}

type DownloadLinkProps = Looks & {
  href: string;
  /** The name of the file, if the service does not name it. */
  name?: string;
  children: React.ReactNode;
};

/** A download link that looks like a button. */
export function DownloadLink({
  kind = 'plain',
  icon: Icon,
  isSmall,
  href,
  name,
  children,
}: DownloadLinkProps) {
  return (
    <a href={href} download={name ?? true} className={lookOf(kind, isSmall)}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </a>
  );
}

function lookOf(kind: Kind, isSmall: boolean | undefined): string {
  return classes(styles.button, styles[kind], isSmall && styles.small);
}
