import { useParams } from 'wouter';
import { ImportPage } from './import-page.tsx';
import { ImportsPage } from './imports-page.tsx';

/** The pages of imports, which are loaded together. */
export default function ImportPages() {
  const { id } = useParams();
  return id === undefined ? <ImportsPage /> : <ImportPage key={id} id={id} />;
}
