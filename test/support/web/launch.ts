import { type Browser, chromium } from 'playwright-core';
import { type Chromium, findChromium } from './chromium.ts';

/** Arguments of Chromium, which as root cannot use its sandbox. It only loads what is served to it here. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];

/** Starts a browser, by default the one of this machine. */
export function launchChromium(
  found: Chromium | null = findChromium(),
  env: Record<string, string> = {},
): Promise<Browser> {
  if (!found) throw new Error('no browser: neither the one of npm ci starts nor is chromium on PATH');
  return chromium.launch({
    executablePath: found.path,
    args: ARGS,
    env: { ...process.env, ...found.env, ...env },
  });
}
