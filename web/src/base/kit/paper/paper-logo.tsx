import { CompanyLogo } from './company-logo.tsx';
import styles from './paper-logo.module.css';

/** The company's logo at the top of a printed page; the screen has it above the navigation. */
export function PaperLogo() {
  return (
    <div className={styles.place}>
      <CompanyLogo />
    </div>
  );
}
