import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../base/kit/layout/button.tsx';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NAMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Switches to the next theme. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  const change = () => {
    chooseTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <Button kind="quiet" isSmall icon={ICONS[theme]} onClick={change}>
      <span className="visually-hidden">Theme: </span>
      {NAMES[theme]}
    </Button>
  );
}
