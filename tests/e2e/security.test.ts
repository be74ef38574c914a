import { describe } from 'vitest';
import { hostileTextStaysText } from '../support/hostile-text.ts';
import { openChromium } from '../support/shells.ts';

/**
 * What a hostile file, name or target could do in the window. That the desktop's withstands the same is in
 * `full/security-desktop.test.ts`, with what other pages and messages could do there; what they could in a
 * browser is in `security-browser.test.ts`; single pieces (tokens, paths, headers, the preload script) are
 * tried in `serve.test.ts` and `electron-shell.test.ts`.
 */

describe('script', () => hostileTextStaysText(openChromium));
