import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { Provider } from 'urql';
import { useQuery } from 'urql';
import { type CurrentSessionQuery, CurrentSessionDocument } from '../generated/operations.ts';
import { createClient } from '../graphql/client.ts';
import { type Failure, failureOf } from '../graphql/failure.ts';

/** Who is signed in. */
export type Session = NonNullable<CurrentSessionQuery['session']>;

interface SessionState {
  session: Session | null;
  /** Whether strangers may open an account. */
  isSignUpAllowed: boolean;
  /** Says that who is signed in has changed; what was loaded for someone else is forgotten. */
  renew: () => void;
  /** Whether the session ended while it was used. */
  isLost: boolean;
  lose: () => void;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

/** Finds out who is signed in before anything is shown. */
export function SessionProvider({
  children,
  loading,
  failed,
}: {
  children: ReactNode;
  loading: ReactNode;
  failed: (failure: Failure, retry: () => void) => ReactNode;
}) {
  const [client, setClient] = useState(createClient);
  const [isLost, setLost] = useState(false);
  return (
    <Provider value={client}>
      <CurrentSession
        isLost={isLost}
        lose={() => setLost(true)}
        renew={() => {
          setLost(false);
          setClient(createClient());
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
  const [{ data, error }, execute] = useQuery({ query: CurrentSessionDocument });
  const state = useMemo(
    () =>
      data && {
        session: isLost ? null : data.session,
        isSignUpAllowed: data.signUpAllowed,
        renew,
        isLost,
        lose,
      },
    [data, isLost, renew, lose],
  );
  if (state) return <SessionContext value={state}>{children}</SessionContext>;
  if (error) return failed(failureOf(error), () => execute({ requestPolicy: 'network-only' }));
  return loading;
}

/** The state of signing in, for the pages before it too. */
export function useSessionState(): SessionState {
  const state = use(SessionContext);
  if (!state) throw new Error('outside of the session');
  return state;
}

/** Who is signed in; only for pages behind the sign-in. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new Error('nobody is signed in');
  return session;
}

/** Shows the sign-in again once the service no longer knows the session. */
export function useSessionLost(failure: Failure | undefined): void {
  const { session, lose } = useSessionState();
  const isLost = session !== null && failure?.code === 'unauthorized';
  useEffect(() => {
    if (isLost) lose();
  }, [isLost, lose]);
}
