import { Bookmark, BookmarkPlus, BookmarkX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearch } from 'wouter';
import { useSession } from '../session/session.tsx';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Popover } from '../kit/popover.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { useStored } from '../kit/use-stored.ts';
import styles from './saved-views.module.css';

// Loaded when it is opened, so that the first page loads faster.
const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** More would be no shortcut. */
const MAX_VIEWS = 20;

/** A named set of filters, order and page size: the address of a list without its place in it. */
interface View {
  name: string;
  search: string;
}

/** Lists the saved views of a list, which this browser keeps for the account, and saves the current filters as one. */
export function SavedViews({ path }: { path: string }) {
  const { account } = useSession();
  const search = viewIn(useSearch());
  const [views, keep] = useStored<readonly View[]>(`views:${account.id}:${path}`, [], areViews);
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.search === search);
  if (views.length === 0 && search === '') return null;
  return (
    <>
      <Popover name="Views" label={current?.name ?? 'Views'} icon={Bookmark} kind="quiet">
        {(close) => (
          <div className={styles.views} role="group" aria-label="Saved views">
            {views.map((view) => (
              <ButtonLink
                key={view.name}
                isSmall
                kind="quiet"
                href={`${path}?${view.search}`}
                aria-current={view === current ? 'true' : undefined}
              >
                {view.name}
              </ButtonLink>
            ))}
            {current && (
              <Button
                isSmall
                kind="quiet"
                icon={BookmarkX}
                onClick={() => {
                  close();
                  keep(views.filter((view) => view !== current));
                }}
              >
                Delete view
              </Button>
            )}
            {!current && search !== '' && views.length < MAX_VIEWS && (
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
      <Suspense fallback={<Skeleton lines={1} />}>
        {isNaming && (
          <SaveViewDialog
            onClose={() => setNaming(false)}
            onSave={(name) => {
              keep([...views.filter((view) => view.name !== name), { name, search }]);
              setNaming(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns what an address says about a view, in one order; the place in the list is not part of it. */
function viewIn(search: string): string {
  const view = new URLSearchParams(search);
  for (const place of ['after', 'before', 'open']) view.delete(place);
  view.sort();
  return view.toString();
}

function areViews(value: unknown): value is readonly View[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each: Partial<View> | null) => typeof each?.name === 'string' && typeof each.search === 'string',
    )
  );
}
