import { Bookmark, BookmarkPlus, BookmarkX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import {
  DeleteSharedViewDocument,
  DeleteViewDocument,
  SavedViewsDocument,
  type ViewedList,
} from '../../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { useData } from '../graphql/use-data.ts';
import { Button, ButtonLink } from '../kit/layout/button.tsx';
import { ConfirmDialog } from '../kit/feedback/dialog.tsx';
import { FailureNotice } from '../kit/feedback/failure-notice.tsx';
import { Popover } from '../kit/layout/popover.tsx';
import { Skeleton } from '../kit/feedback/skeleton.tsx';
import { useMay } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import { withChoice, withDays } from './dates-of-view.ts';
import styles from './saved-views.module.css';
import { useOldViews } from './use-old-views.ts';
import { viewIn } from './view-in.ts';

// Loaded when it is opened, so that the first page loads faster.
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** The lists whose views can be saved, by their paths. */
const LISTS: Readonly<Record<string, ViewedList>> = {
  '/deliveries': 'DELIVERIES',
  '/returns': 'RETURNS',
  '/receipts': 'RECEIPTS',
  '/products': 'PRODUCTS',
  '/supermarkets': 'SUPERMARKETS',
  '/standing-orders': 'STANDING_ORDERS',
  '/imports': 'IMPORTS',
  '/withdrawals': 'WITHDRAWALS',
};

/**
 * Lists the saved views of a list, the person's own and those of the account, and saves the current filters
 * as one.
 */
export function SavedViews({ path }: { path: string }) {
  const list = LISTS[path]!;
  const search = viewIn(useSearch());
  const { data, failure, reload } = useData(SavedViewsDocument, { list });
  const [isNaming, setNaming] = useState(false);
  const ofOwn = useAction(DeleteViewDocument);
  const ofShared = useAction(DeleteSharedViewDocument);
  const maysShare = useMay()('deliveries:write');
  useOldViews(list, path, reload);
  const { timeZone } = useSession().account;
  const saved = data?.savedViews ?? [];
  const views = saved.map((view) => ({ ...view, search: withDays(view.search, timeZone) }));
  const current = views.find((view) => viewIn(view.search) === search);
  const [deleted, setDeleted] = useState<(typeof views)[number]>();
  const deletion = deleted?.isShared ? ofShared : ofOwn;
  const groups = [
    { label: 'My views', views: views.filter(({ isShared }) => !isShared) },
    { label: 'Shared views', views: views.filter(({ isShared }) => isShared) },
  ].filter((group) => group.views.length > 0);
  return (
    <>
      <Popover name="Views" label={current?.name ?? 'Views'} icon={Bookmark} kind="quiet">
        {(close) => (
          <div className={styles.views}>
            {groups.map(({ label, views }) => (
              <div key={label} className={styles.group} role="group" aria-label={label}>
                <p className={styles.label}>{label}</p>
                {views.map((view) => (
                  <ButtonLink
                    key={view.id}
                    isSmall
                    kind="quiet"
                    href={`${path}?${view.search}`}
                    aria-current={view === current ? 'true' : undefined}
                    onClick={close}
                  >
                    {view.name}
                  </ButtonLink>
                ))}
              </div>
            ))}
            {data && views.length === 0 && search === '' && (
              <p className={styles.label}>No views yet. Filter or sort the list to save it as a view.</p>
            )}
            {failure && <FailureNotice failure={failure} retry={reload} />}
            {current && (!current.isShared || maysShare) && (
              <Button
                isSmall
                kind="quiet"
                icon={BookmarkX}
                onClick={() => {
                  close();
                  setDeleted(current);
                }}
              >
                Delete view
              </Button>
            )}
            {!current && search !== '' && (
              <Button
                isSmall
                kind="quiet"
                icon={BookmarkPlus}
                onClick={() => {
                  close();
                  setNaming(true);
                }}
              >
                Save view
              </Button>
            )}
          </div>
        )}
      </Popover>
      {deleted && (
        <ConfirmDialog
          title={`Delete the view “${deleted.name}”?`}
          label="Delete view"
          isDangerous
          isBusy={deletion.isRunning}
          failure={deletion.failure}
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            if (!(await deletion.run({ id: deleted.id }))) return;
            setDeleted(undefined);
            reload();
          }}
        >
          <p>
            {deleted.isShared
              ? 'It disappears for everybody in the account. The list itself stays.'
              : 'The list itself stays.'}
          </p>
        </ConfirmDialog>
      )}
      <Suspense fallback={<Skeleton lines={1} />}>
        {isNaming && (
          <SaveViewDialog
            list={list}
            search={withChoice(search, timeZone)}
            views={views}
            onClose={() => setNaming(false)}
            onSaved={() => {
              setNaming(false);
              reload();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
