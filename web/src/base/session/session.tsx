import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Provider } from 'urql';
import { useClient, useQuery } from 'urql';
import { type CurrentSessionQuery, CurrentSessionDocument } from '../../generated/session-operations.ts';
import { createClient } from '../graphql/client.ts';
import { type Failure, failureOf } from '../graphql/failure.ts';
import { useReread } from '../graphql/use-reread.ts';
import { setReader } from '../graphql/reach.ts';
import { phoneOwner } from '../phone/phone-owner.ts';
import { WrongAddress } from './wrong-address.tsx';

/** The current session, with its account. */
export type Session = NonNullable<CurrentSessionQuery['session']>;

interface SessionState {
  /** While it is lost, the one that ended. */
  session: Session | null;
  /** Whether anyone can create an account. */
  isSignUpAllowed: boolean;
  /** Whether the service mails links to reset a password. */
  isResetByMail: boolean;
  /** Reloads the session after signing in or out, and clears cached data. */
  renew: () => void;
  /** Renews after signing in, unless the same person has signed in again: then the page goes on as it is. */
  goOn: () => void;
  /** Whether the session ended while the page was open, or somebody else has signed in, in another tab. */
  isLost: boolean;
  /** Resolves with whether the session is lost. */
  check: () => Promise<boolean>;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

/** Loads the current session before anything is shown. */
export function SessionProvider({
  children,
  loading,
  failed,
}: {
  children: ReactNode;
  loading: ReactNode;
  failed: (failure: Failure, retry: () => void) => ReactNode;
}) {
  const [{ client, visit }, setClient] = useState(() => ({ client: createClient(), visit: 0 }));
  return (
    <Provider value={client}>
      <CurrentSession
        key={visit}
        renew={() => setClient({ client: createClient(), visit: visit + 1 })}
        loading={loading}
        failed={failed}
      >
        {children}
      </CurrentSession>
    </Provider>
  );
}

function CurrentSession({
  children,
  loading,
  failed,
  renew,
}: {
  children: ReactNode;
  loading: ReactNode;
  failed: (failure: Failure, retry: () => void) => ReactNode;
  renew: () => void;
}) {
  const client = useClient();
  const [{ data: fresh, error }, execute] = useQuery({ query: CurrentSessionDocument });
  // It stays while the session is read again: otherwise the page would be empty each time.
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  useReread(error && failureOf(error), execute, fresh === undefined);
  // A page with something typed stays when the session cannot be read again, and for the person when it was
  // lost.
  const [last, setLast] = useState(fresh);
  const [isLost, setLost] = useState(false);
  if (fresh && last?.session && isLost === isSamePerson(fresh, last)) setLost(!isLost);
  if (fresh && fresh !== last && !(last?.session && !isSamePerson(fresh, last))) setLast(fresh);
  const data = isLost ? last : (fresh ?? last);
  // What it reads is also the new result of the query above.
  const read = useCallback(
    () => client.query(CurrentSessionDocument, {}, { requestPolicy: 'network-only' }).toPromise(),
    [client],
  );
  const personId = last?.session?.person.id;
  const check = useCallback(async () => {
    const { data } = await read();
    return data !== undefined && data.session?.person.id !== personId;
  }, [read, personId]);
  const state = useMemo(() => {
    if (!data) return undefined;
    const { session, signUpAllowed: isSignUpAllowed, passwordResetByMail: isResetByMail } = data;
    setReader(isLost ? undefined : session?.person.id);
    const goOn = async () => {
      const next = isLost ? (await read()).data : undefined;
      if (!next || !isSamePerson(next, data)) renew();
    };
    return { session, isSignUpAllowed, isResetByMail, renew, goOn: () => void goOn(), isLost, check };
  }, [data, isLost, renew, read, check]);
  const isSignedOut = isLost || state?.session === null;
  useEffect(() => {
    // Whoever has the phone must sign in again to see what it keeps.
    if (isSignedOut && phoneOwner())
      void import('../phone/keep-day.ts').then(({ forgetDays }) => forgetDays());
  }, [isSignedOut]);
  if (state) return <SessionContext value={state}>{children}</SessionContext>;
  // Requests of the service's own page need no key, so the page was opened at another address.
  if (lastError && failureOf(lastError).code === 'unauthorized') return <WrongAddress />;
  if (lastError) return failed(failureOf(lastError), () => execute({ requestPolicy: 'network-only' }));
  return loading;
}

function isSamePerson(one: CurrentSessionQuery, other: CurrentSessionQuery): boolean {
  return one.session?.person.id === other.session?.person.id;
}

/** Returns the state of the session; also works without a session. */
export function useSessionState(): SessionState {
  const state = use(SessionContext);
  if (!state) throw new Error('used outside of SessionProvider');
  return state;
}

/**
 * Returns the current session.
 *
 * @throws Error without a session
 */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new Error('nobody is signed in');
  return session;
}

/**
 * Shows the sign-in again once the session has ended. A request can be refused for other reasons, such as a
 * proxy's.
 *
 * @param setFailure gets undefined when the page gives way to the sign-in: after that the request can be sent
 * again
 */
export function useSessionLost(
  failure: Failure | undefined,
  setFailure?: (failure: Failure | undefined) => void,
): void {
  const { session, isLost, check } = useSessionState();
  const isRefused = session !== null && !isLost && failure?.code === 'unauthorized';
  useEffect(() => {
    if (!isRefused) return;
    void check();
    return () => setFailure?.(undefined);
  }, [isRefused, check, setFailure]);
}

/**
 * Returns a function that waits until the person has signed in again. It resolves with false at once if the
 * session has not ended.
 */
export function useSignedInAgain(): () => Promise<boolean> {
  const { check } = useSessionState();
  const waiting = useRef<(() => void)[]>([]);
  // Also runs when the page comes back from the sign-in.
  useEffect(() => waiting.current.splice(0).forEach((goOn) => goOn()), []);
  return async () => {
    const back = new Promise<void>((resolve) => waiting.current.push(resolve));
    if (!(await check())) return false;
    await back;
    return true;
  };
}
