import { ExternalLink } from 'lucide-react';
import styles from './out-link.module.css';

interface OutLinkProps {
  href: string;
  label: string;
  /** The subject of the link, for screen readers. */
  about?: string;
}

/** Links to a page of the service outside of the web page. */
export function OutLink({ href, label, about }: OutLinkProps) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {label}
      {about && <span className="visually-hidden">: {about}</span>}
      <ExternalLink size={14} aria-hidden />
    </a>
  );
}
