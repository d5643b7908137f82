import { Printer } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { TourSheetsDocument, ToursPageDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { PaperLogo } from '../../base/kit/paper/paper-logo.tsx';
import { Printed } from '../../base/kit/paper/printed.tsx';
import { DaySheet } from './day-sheet.tsx';
import { LoadingList } from './loading-list.tsx';
import styles from './tours.module.css';

const SHEETS = { day: 'Day sheet', loading: 'Loading list' };
type SheetKind = keyof typeof SHEETS;

/** Prints the day sheets or loading lists of a tour, or of all tours of a day, each on a page of its own. */
export default function TourSheetsPage() {
  const [search] = useSearchParams();
  const asked = search.get('sheet') ?? '';
  const kind: SheetKind = asked in SHEETS ? (asked as SheetKind) : 'day';
  const tour = search.get('tour');
  const date = search.get('date') ?? '';
  return (
    <Page
      title={SHEETS[kind]}
      back={{ href: '/tours', label: 'Tours' }}
      actions={
        <Button kind="primary" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <PaperLogo />
      {tour === null ? <DaySheets date={date} kind={kind} /> : <Sheet id={tour} kind={kind} />}
      <Printed />
    </Page>
  );
}

/** Shows the sheets of all tours of a day. */
function DaySheets({ date, kind }: { date: string; kind: SheetKind }) {
  const tours = useData(ToursPageDocument, { date });
  return (
    <Loaded of={tours}>
      {(data) =>
        data.tours.length === 0 ? (
          <Notice tone="note">No tours on this day.</Notice>
        ) : (
          data.tours.map(({ id }) => <Sheet key={id} id={id} kind={kind} />)
        )
      }
    </Loaded>
  );
}

function Sheet({ id, kind }: { id: string; kind: SheetKind }) {
  const found = useData(TourSheetsDocument, { id });
  return (
    <Loaded of={found} lines={8}>
      {({ tour }) => {
        if (!tour) return <Notice tone="bad">This tour is gone.</Notice>;
        return (
          <section className={styles.sheet}>
            {kind === 'day' ? <DaySheet tour={tour} /> : <LoadingList tour={tour} />}
          </section>
        );
      }}
    </Loaded>
  );
}
