import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Git-ignored folder for things that can be rebuilt. */
export const cacheFolder = join(root, '.cache');

/** Writes one line for the user. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a program to its end.
 * @param options `quiet` collects the output instead of showing it; the others go to `spawn`.
 * @returns `{ code, output }`; code is null when a signal ended it.
 */
export function run(command, args, { quiet = false, env = {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(quiet ? { NO_COLOR: '1' } : {}), ...env },
      ...options,
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

/** Major version of a Node executable, or 0 when it does not run. */
export function nodeMajor(executable) {
  if (!existsSync(executable)) return 0;
  try {
    const version = execFileSync(executable, ['-v'], { encoding: 'utf8' });
    return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
  } catch {
    return 0; // Not runnable here.
  }
}

/**
 * The Node that runs Wirebench: the one of the `node` package, or the current one if it is recent enough.
 * @returns its path, or null when neither is recent enough to run TypeScript (Node 24).
 */
export function findNode() {
  const own = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (nodeMajor(own) >= 24) return own;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null;
}

/** Environment in which `node` and the packages' commands are those of the project. */
export function withOwnNode(node = findNode()) {
  const bins = [join(root, 'node_modules', '.bin')];
  if (node) bins.unshift(join(node, '..'));
  return { PATH: [...bins, process.env.PATH].join(delimiter) };
}
