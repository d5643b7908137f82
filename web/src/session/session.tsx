import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { useClient, useQuery } from 'urql';
import { type CurrentSessionQuery, CurrentSessionDocument } from '../generated/session-operations.ts';
import { createClient } from '../graphql/client.ts';
import { type Failure, failureOf } from '../graphql/failure.ts';
import { setReader } from '../graphql/reach.ts';
import { phoneOwner } from '../phone/phone-owner.ts';
import { WrongAddress } from './wrong-address.tsx';

/** The current session, with its account. */
export type Session = NonNullable<CurrentSessionQuery['session']>;

interface SessionState {
  session: Session | null;
  /** Whether anyone can create an account. */
  isSignUpAllowed: boolean;
  /** Whether the service mails links to reset a password. */
  isResetByMail: boolean;
  /** Reloads the session after signing in or out, and clears cached data. */
  renew: () => void;
  /** Whether the session ended while the page was open. */
  isLost: boolean;
  lose: () => void;
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
  const [isLost, setLost] = useState(false);
  const lose = useCallback(() => setLost(true), []);
  return (
    <Provider value={client}>
      <CurrentSession
        key={visit}
        isLost={isLost}
        lose={lose}
        renew={() => {
          setLost(false);
          setClient({ client: createClient(), visit: visit + 1 });
        }}
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
  isLost,
  lose,
  renew,
}: {
  children: ReactNode;
  loading: ReactNode;
  failed: (failure: Failure, retry: () => void) => ReactNode;
  isLost: boolean;
  lose: () => void;
  renew: () => void;
}) {
  const [{ data: fresh, error }, execute] = useQuery({ query: CurrentSessionDocument });
  // A page with something typed stays when the session cannot be read again.
  const [last, setLast] = useState(fresh);
  if (fresh && fresh !== last) setLast(fresh);
  const data = fresh ?? last;
  const state = useMemo(() => {
    if (!data) return undefined;
    const session = isLost ? null : data.session;
    setReader(session?.person.id);
    return {
      session,
      isSignUpAllowed: data.signUpAllowed,
      isResetByMail: data.passwordResetByMail,
      renew,
      isLost,
      lose,
    };
  }, [data, isLost, renew, lose]);
  const isSignedOut = state?.session === null;
  useEffect(() => {
    // Whoever has the phone must sign in again to see what it keeps.
    if (isSignedOut && phoneOwner())
      void import('../phone/keep-day.ts').then(({ forgetDays }) => forgetDays());
  }, [isSignedOut]);
  if (state) return <SessionContext value={state}>{children}</SessionContext>;
  // Requests of the service's own page need no key, so the page was opened at another address.
  if (error && failureOf(error).code === 'unauthorized') return <WrongAddress />;
  if (error) return failed(failureOf(error), () => execute({ requestPolicy: 'network-only' }));
  return loading;
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

/** Shows the sign-in again once the session has ended. A request can be refused for other reasons, such as a proxy's. */
export function useSessionLost(failure: Failure | undefined): void {
  const { session, lose } = useSessionState();
  const client = useClient();
  const isRefused = session !== null && failure?.code === 'unauthorized';
  useEffect(() => {
    if (!isRefused) return;
    const read = client.query(CurrentSessionDocument, {}, { requestPolicy: 'network-only' });
    void read.toPromise().then(({ data }) => data?.session === null && lose());
  }, [isRefused, client, lose]);
}
