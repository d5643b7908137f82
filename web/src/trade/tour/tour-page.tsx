import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { OrderStopsDocument, type TourFactsFragment, TourPageDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { FailureNotice } from '../../base/kit/feedback/failure-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { day } from '../../base/kit/words/format.ts';
import { useMay } from '../../base/session/may.tsx';
import { dropped, moved, type Step } from './moved.ts';
import { StopList } from './stop-list.tsx';
import { aboutTour } from './tour-columns.tsx';
import { TourMenu } from './tour-menu.tsx';

/** Shows one tour. */
export default function TourPage() {
  const { id = '' } = useParams();
  const [, go] = useLocation();
  const found = useData(TourPageDocument, { id });
  const mayWrite = useMay()('deliveries:write');
  const ordering = useAction(OrderStopsDocument, ['Delivery']);
  const [announced, setAnnounced] = useState('');
  if (found.data?.tour === null) return <NotFound what="This tour" />;
  const tour = found.data?.tour;
  const back = { href: tour ? `/tours?date=${tour.date}` : '/tours', label: 'Tours' };
  const save = async (shown: TourFactsFragment, step: Step | undefined) => {
    if (!step) return;
    const order = { id, deliveryIds: step.ids, takeOver: false, ifMatch: shown.version };
    if (await ordering.run(order)) setAnnounced(step.said);
    found.reload();
  };
  return (
    <Page
      title={tour?.name ?? 'Tour'}
      about={tour && `${day(tour.date)} · ${aboutTour(tour)}`}
      back={back}
      actions={
        tour && (
          <TourMenu
            tour={tour}
            drivers={found.data!.drivers}
            onChange={found.reload}
            onDeleted={() => go(back.href)}
          />
        )
      }
    >
      {ordering.failure && <FailureNotice failure={ordering.failure} retry={found.reload} />}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <Loaded of={found}>
        {() =>
          tour && (
            <Card title="Stops">
              <StopList
                tour={tour}
                others={[]}
                isBusy={ordering.isRunning}
                onDropStops={(dragged, before) => void save(tour, dropped(tour, dragged, before))}
                onMove={
                  mayWrite ? (stopId, to) => void save(tour, moved([tour], tour, stopId, to)) : undefined
                }
              />
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}
