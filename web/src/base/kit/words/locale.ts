/** The viewer's language; English if the browser names none that `Intl` supports. */
export const LOCALE = usable([navigator.language, ...navigator.languages]) ?? 'en';

/**
 * Returns the first supported language. Without a desktop, Chromium takes its name from the environment and
 * may report `en-US@posix`, which `Intl` refuses.
 */
function usable(names: readonly string[]): string | undefined {
  return names
    .map((name) => name.replace(/[.@].*/, '').replaceAll('_', '-'))
    .find((name) => {
      try {
        return Intl.NumberFormat.supportedLocalesOf(name).length > 0;
      } catch {
        return false;
      }
    });
}
