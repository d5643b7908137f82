const CHANNEL = 'provender-phone';
let channel: BroadcastChannel | undefined;

/** Tells all open pages, this one too, that what this phone keeps has changed. */
export function say(): void {
  channel ??= new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach this origin only
  channel.postMessage(null);
}

/**
 * Calls `listener` whenever what this phone keeps has changed, also in another tab or in the service worker.
 */
export function onNews(listener: () => void): () => void {
  const own = new BroadcastChannel(CHANNEL);
  own.addEventListener('message', listener);
  return () => own.close();
}
