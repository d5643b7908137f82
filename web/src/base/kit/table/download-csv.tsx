import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { ExportedList } from '../../../generated/rules.ts';
import { DownloadLink } from '../layout/button.tsx';

/** The parameters of an address for the page of a list; a file has all pages. */
const PAGING = new Set(['after', 'before', 'size']);

interface DownloadCsvProps {
  list: ExportedList;
  /** The record that the list belongs to; by default the filters and the order come from the address. */
  within?: Record<string, string>;
  /** The order, if it is not the one in the address. */
  sort?: string;
  isSmall?: boolean;
}

/** Downloads all pages of a list as CSV, as it is filtered and sorted. */
export function DownloadCsv({ list, within, sort, isSmall }: DownloadCsvProps) {
  const [search] = useSearchParams();
  const query = new URLSearchParams(
    within ?? [...search].filter(([name, value]) => !PAGING.has(name) && value),
  );
  if (sort !== undefined) query.set('sort', sort);
  return (
    <DownloadLink icon={Download} isSmall={isSmall} href={`/export/${list}.csv?${query}`}>
      Download CSV
    </DownloadLink>
  );
}
