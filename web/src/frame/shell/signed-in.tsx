import { type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Skeleton } from '../../base/kit/feedback/skeleton.tsx';
import { pages } from '../pages.ts';
import { useMay } from '../../base/session/may.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailedPage } from './failed-page.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { mayOpen, purposeOf } from './page-access.ts';
import { Shell } from './shell.tsx';

/** The pages behind the sign-in, with the navigation. */
export default function SignedIn() {
  const may = useMay();
  return (
    <Shell>
      <PageBoundary>
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
      </PageBoundary>
    </Shell>
  );
}

/** Shows a message in place of a page that threw, until another one is opened. */
function PageBoundary({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  return (
    <ErrorBoundary of={location} instead={<FailedPage />}>
      {children}
    </ErrorBoundary>
  );
}
