import { type ReactNode, useState } from 'react';
import { useSession } from '../../session/session.tsx';
import styles from './company-logo.module.css';

/** The company's logo, beside its name; something else if it has none, or while it cannot be loaded. */
export function CompanyLogo({ otherwise }: { otherwise?: ReactNode }) {
  const { logo } = useSession().account;
  const [failedId, setFailedId] = useState<string>();
  if (!logo || logo.id === failedId) return otherwise;
  return <img className={styles.logo} src={`/logo/${logo.id}`} alt="" onError={() => setFailedId(logo.id)} />;
}
