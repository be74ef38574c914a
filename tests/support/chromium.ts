import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell first: a window in it costs half as much. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const flags = [
  // There is no screen to draw on.
  '--disable-gpu',
  // The headless shell would snap letters to whole pixels, which no window does.
  '--font-render-hinting=none',
  // Caches compiled scripts from the first time on, for later windows. The others are
  // Playwright's, which this replaces: a window has a mouse.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,v8CacheOptions=3',
  // Pages live for seconds: concurrent and early garbage collection takes a twentieth of the work of all tests.
  '--js-flags=--single-threaded-gc --initial-heap-size=512',
  // Unused by tests of a local page, and needs the network.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = (): string | undefined => places.find((path) => existsSync(path));

/** @returns why no browser can be started here, or null. */
export function missingChromium(): string | null {
  // Playwright's own download is the last resort.
  const executable = installed() ?? chromium.executablePath();
  if (!existsSync(executable)) return 'Chromium is not installed';
  const { status, stderr } = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  return status === 0 ? null : `Chromium does not start: ${stderr?.trim() ?? ''}`;
}

/** Starts the installed browser without a visible window. */
export function launchChromium(): Promise<Browser> {
  const executablePath = installed();
  // Chromium's sandbox does not work for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...sandbox, ...flags],
  });
}
