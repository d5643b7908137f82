import { lazy, Suspense } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { FailureNotice } from './kit/failure-notice.tsx';
import { Skeleton } from './kit/skeleton.tsx';
import { Toasts } from './kit/toast.tsx';
import { pages } from './pages.ts';
import { useMay } from './session/may.tsx';
import { SessionProvider, useSessionState } from './session/session.tsx';
import { SignIn } from './session/sign-in.tsx';
import { SignUp } from './session/sign-up.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { NotAllowed } from './shell/not-allowed.tsx';
import { NotFound } from './shell/not-found.tsx';
import { mayOpen, purposeOf } from './shell/page-access.ts';
import { Shell } from './shell/shell.tsx';

const ForgotPassword = lazy(() => import('./session/forgot-password.tsx'));
const Invitation = lazy(() => import('./person/invitation.tsx'));
const ResetPassword = lazy(() => import('./session/reset-password.tsx'));

/** The whole page. Without a session it shows the sign-in, whatever the address. */
export function App() {
  return (
    <Router base="/settings">
      <ErrorBoundary>
        <SessionProvider
          // index.html shows its shell while nothing is rendered.
          loading={null}
          failed={(failure, retry) => <FailureNotice failure={failure} retry={retry} />}
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
  const { session } = useSessionState();
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Switch>
        <Route path="/invitation" component={Invitation} />
        <Route path="/reset-password" component={ResetPassword} />
        <Route>{session ? <SignedIn /> : <SignedOut />}</Route>
      </Switch>
    </Suspense>
  );
}

function SignedOut() {
  const { isSignUpAllowed, isResetByMail } = useSessionState();
  return (
    <Switch>
      {isSignUpAllowed && <Route path="/sign-up" component={SignUp} />}
      {isResetByMail && <Route path="/forgot-password" component={ForgotPassword} />}
      <Route component={SignIn} />
    </Switch>
  );
}

function SignedIn() {
  const may = useMay();
  return (
    <Shell>
      <Switch>
        {!mayOpen('/', may) && (
          <Route path="/">
            <Redirect to="/stops" replace />
          </Route>
        )}
        {pages.map(({ path, component: Component }) => (
          <Route key={path} path={path}>
            <Suspense fallback={<Skeleton lines={6} />}>
              {mayOpen(path, may) ? <Component /> : <NotAllowed purpose={purposeOf(path)} />}
            </Suspense>
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Shell>
  );
}
