import { useEffect } from 'react';
import { useClient } from 'urql';
import { SaveViewDocument, type ViewedList } from '../../generated/operations.ts';
import { sendOnce } from '../graphql/send-once.ts';
import { useSession } from '../session/session.tsx';

interface OldView {
  name: string;
  search: string;
}

/** Saves the views that this browser kept, before the service did, as views of the person. */
export function useOldViews(list: ViewedList, path: string, onSaved: () => void): void {
  const client = useClient();
  const { account } = useSession();
  const key = `views:${account.id}:${path}`;
  useEffect(() => {
    const old = viewsIn(localStorage.getItem(key));
    if (old.length === 0) return;
    const save = async () => {
      const left: OldView[] = [];
      for (const { name, search } of old) {
        const { failure } = await sendOnce(client, SaveViewDocument, { list, name, search });
        if (failure) left.push({ name, search });
      }
      // Those that could not be saved stay in the browser until they can.
      if (left.length > 0) localStorage.setItem(key, JSON.stringify(left));
      else localStorage.removeItem(key);
      if (left.length < old.length) onSaved();
    };
    void save();
    // Once for each list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
}

function viewsIn(text: string | null): OldView[] {
  try {
    const views: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(views) ? views.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: Partial<OldView> | null): value is OldView {
  return typeof value?.name === 'string' && typeof value.search === 'string';
}
