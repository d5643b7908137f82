const NAME = 'reloaded';
const ONCE_IN_MS = 60_000;

/**
 * Reloads the page when it asks for a part that a deployment has replaced, at most once a minute. Without a
 * network it stays: the part can be loaded later, and nothing typed is lost. Drafts survive the reload.
 */
export function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(sessionStorage.getItem(NAME)) < ONCE_IN_MS) return;
    void reloadIfReached().catch(() => {});
  });
}

async function reloadIfReached(): Promise<void> {
  const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  if (!ok) return;
  sessionStorage.setItem(NAME, String(Date.now()));
  location.reload();
}
