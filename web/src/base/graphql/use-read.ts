import { useClient } from 'urql';
import { useToast } from '../kit/feedback/toast.tsx';
import type { Document } from './document.ts';
import { failureOf } from './failure.ts';

/**
 * Returns a function that reads something as it is stored now. Without success it says why, and returns
 * undefined.
 */
export function useRead<Data, Variables extends object>(
  document: Document<Data, Variables>,
): (variables: Variables) => Promise<Data | undefined> {
  const client = useClient();
  const toast = useToast();
  return async (variables) => {
    const { data, error } = await client
      .query(document, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) toast(failureOf(error).message, 'warn');
    return error ? undefined : data;
  };
}
