import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { DownloadLink } from './button.tsx';

const CURSORS = new Set(['after', 'before']);

interface DownloadCsvProps {
  list:
    | 'deliveries'
    | 'returns'
    | 'sessions'
    | 'products'
    | 'supermarkets'
    | 'branches'
    | 'api-keys'
    | 'webhooks'
    | 'messages'
    | 'usage'
    | 'failures';
  /** The record that the list belongs to; by default the filters and the order come from the address. */
  within?: Record<string, string>;
  isSmall?: boolean;
}

/** Downloads all pages of a list as CSV, as it is filtered and sorted. */
export function DownloadCsv({ list, within, isSmall }: DownloadCsvProps) {
  const [search] = useSearchParams();
  const filters = [...search].filter(([name, value]) => !CURSORS.has(name) && value);
  return (
    <DownloadLink
      icon={Download}
      isSmall={isSmall}
      href={`/export/${list}.csv?${new URLSearchParams(within ?? filters)}`}
    >
      Download CSV
    </DownloadLink>
  );
}
