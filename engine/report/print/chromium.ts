import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { WirebenchError } from '../../../contracts/errors.ts';

/** Names on the PATH of browsers that can print. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

const programs = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/** Install locations outside the PATH. */
function knownPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform !== 'win32') return ['/snap/bin/chromium', '/usr/lib/chromium/chromium'];
  return programs.flatMap((variable) => {
    const folder = env[variable];
    if (folder === undefined) return [];
    return [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Chromium', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // Missing, or not executable: try the next.
  }
}

/**
 * A Chromium, Chrome or Edge to print with: that of WIREBENCH_CHROMIUM, otherwise the first on
 * the PATH or in a default location.
 * @throws WirebenchError CHROMIUM_MISSING
 */
export function findChromium(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const named = env.WIREBENCH_CHROMIUM;
  if (named) {
    if (isProgram(named)) return named;
    throw missing(`WIREBENCH_CHROMIUM does not name a program: ${named}`);
  }
  const ending = platform === 'win32' ? '.exe' : '';
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name + ending))),
    ...knownPlaces(env, platform),
  ];
  const found = candidates.find(isProgram);
  if (found === undefined) throw missing('No Chromium, Chrome or Edge was found for printing');
  return found;
}

function missing(message: string): WirebenchError {
  return new WirebenchError('CHROMIUM_MISSING', message, {
    hint: 'Install one of them, set WIREBENCH_CHROMIUM, or export HTML and print that.',
  });
}
