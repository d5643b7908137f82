import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { DownloadLink } from './button.tsx';

const CURSORS = new Set(['after', 'before']);

interface DownloadCsvProps {
  list: 'deliveries' | 'returns' | 'products' | 'supermarkets';
}

/** Downloads all pages of a list as CSV, with the filters and order of the address. */
export function DownloadCsv({ list }: DownloadCsvProps) {
  const [search] = useSearchParams();
  const filters = new URLSearchParams([...search].filter(([name, value]) => !CURSORS.has(name) && value));
  return (
    <DownloadLink icon={Download} href={`/export/${list}.csv?${filters}`}>
      Download CSV
    </DownloadLink>
  );
}
