/** The theme setting; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'provender.theme';

/** Returns the theme saved in this browser. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme to the page. */
export function applyTheme(theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Saves a theme in this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
}
