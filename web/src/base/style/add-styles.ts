/**
 * Adds the style sheets that the build makes preloads (`web/vite.config.ts`), because they would delay the
 * first paint. Resolves once all have loaded or failed, so nothing is shown unstyled before.
 */
export async function addStyles(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]');
  await Promise.all(Array.from(preloads, addStyle));
}

function addStyle(preload: HTMLLinkElement): Promise<unknown> {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.crossOrigin = preload.crossOrigin;
  sheet.href = preload.href;
  return new Promise((resolve) => {
    sheet.addEventListener('load', resolve);
    sheet.addEventListener('error', resolve);
    preload.after(sheet);
  });
}
