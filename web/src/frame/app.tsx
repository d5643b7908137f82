import { lazy, Suspense, useEffect } from 'react';
import { Route, Router, Switch } from 'wouter';
import { FailureNotice } from '../base/kit/feedback/failure-notice.tsx';
import { Skeleton } from '../base/kit/feedback/skeleton.tsx';
import { Toasts } from '../base/kit/feedback/toast.tsx';
import { setPalette } from './palette/early-keys.ts';
import { Front } from '../base/session/front.tsx';
import { SessionProvider, useSessionState } from '../base/session/session.tsx';
import { SignIn } from '../base/session/sign-in.tsx';
import { SignUp } from '../base/session/sign-up.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { FailedApp } from './shell/failed-app.tsx';
import { KeptPage } from './shell/kept-page.tsx';
import { loadSignedIn, noteSignedIn, onOtherTab } from './shell/load-signed-in.ts';

const ForgotPassword = lazy(() => import('../base/session/forgot-password.tsx'));
const Invitation = lazy(() => import('../people/person/invitation.tsx'));
const ResetPassword = lazy(() => import('../base/session/reset-password.tsx'));
const SignedIn = lazy(loadSignedIn);

/** The whole page. Without a session it shows the sign-in, whatever the address. */
export function App() {
  return (
    <Router base="/settings">
      <ErrorBoundary instead={<FailedApp />}>
        <SessionProvider
          // index.html shows its shell while nothing is rendered.
          loading={null}
          failed={(failure, retry) => (
            <Front title="Provender cannot be loaded">
              <FailureNotice failure={failure} retry={retry} isReread />
            </Front>
          )}
        >
          <Toasts>
            <Pages />
          </Toasts>
        </SessionProvider>
      </ErrorBoundary>
    </Router>
  );
}

function Pages() {
  const { session, isLost, check } = useSessionState();
  const personId = session?.person.id;
  useEffect(() => noteSignedIn(personId), [personId]);
  const isSignedIn = personId !== undefined;
  useEffect(() => (isSignedIn ? onOtherTab(() => void check()) : undefined), [isSignedIn, check]);
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Switch>
        <Route path="/invitation" component={Invitation} />
        <Route path="/reset-password" component={ResetPassword} />
        <Route>
          {isSignedIn && (
            <KeptPage isAway={isLost}>
              <SignedIn />
            </KeptPage>
          )}
          {(isLost || !isSignedIn) && <SignedOut />}
        </Route>
      </Switch>
    </Suspense>
  );
}

function SignedOut() {
  const { isSignUpAllowed, isResetByMail } = useSessionState();
  useEffect(() => setPalette(undefined), []);
  return (
    <Switch>
      {isSignUpAllowed && <Route path="/sign-up" component={SignUp} />}
      {isResetByMail && <Route path="/forgot-password" component={ForgotPassword} />}
      <Route component={SignIn} />
    </Switch>
  );
}
