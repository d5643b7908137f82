import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import styles from './page.module.css';
import { lastAddressOf } from '../table/visited-lists.ts';

interface PageProps {
  title: string;
  /** A line about the purpose of the page. */
  about?: ReactNode;
  /** The actions of the whole page. */
  actions?: ReactNode;
  /** Shown beside the title, such as a badge. */
  beside?: ReactNode;
  back?: { href: string; label: string } | undefined;
  /** Whether it is a list of records, which begins high on a phone. */
  isList?: boolean;
  children: ReactNode;
}

/** A page: sets the document title, and focuses its heading for screen readers. */
export function Page({ title, about, actions, beside, back, isList, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Provender`;
  }, [title]);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={styles.page} data-list={isList || undefined}>
      {back && (
        <Link href={lastAddressOf(back.href)} className={styles.back}>
          <ArrowLeft size={16} aria-hidden /> {back.label}
        </Link>
      )}
      <header className={styles.header}>
        <div className={styles.heading}>
          <div className={styles.title}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
