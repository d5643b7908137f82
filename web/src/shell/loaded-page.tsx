import { type ComponentType, useEffect, useState } from 'react';
import { Skeleton } from '../kit/skeleton.tsx';

/**
 * Returns a page whose code is loaded when it is first opened. With React's `lazy`, the placeholder would stay for
 * 300 ms even if the code is there at once: https://github.com/react/react/issues/36569
 */
export function loadedPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let Loaded: ComponentType | undefined;
  return function LoadedPage() {
    const [Page, setPage] = useState(() => Loaded);
    const [failure, setFailure] = useState<{ reason: unknown }>();
    useEffect(() => {
      if (Page) return;
      load()
        .then(({ default: page }) => (Loaded = page))
        .then((page) => setPage(() => page))
        .catch((reason: unknown) => setFailure({ reason }));
    }, [Page]);
    // The page around it says that something went wrong.
    if (failure) throw failure.reason;
    return Page ? <Page /> : <Skeleton lines={8} />;
  };
}
