import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setUp } from './setup.mjs';
import { obtainElectron } from './support/electron-binary.mjs';
import { root, say, withOwnNode } from './support/project.mjs';

/** An Electron that fails sooner than this cannot run here. */
const startupMs = 5_000;

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Starts a program in the foreground. @returns its exit code, null when a signal ended it. */
function foreground(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    const pass = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass);
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass);
      resolve(code);
    });
  });
}

/** @returns the exit code, or null when the window could not be opened. */
async function openDesktop(electron, node) {
  const started = Date.now();
  // Another Electron may have a Node that is too old for the engine.
  const env = process.env.ELECTRON_OVERRIDE_DIST_PATH ? { WIREBENCH_ENGINE_NODE: node } : {};
  // Chromium cannot use its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, root, ...process.argv.slice(2)];
  const code = await foreground(electron, args, env);
  return code !== 0 && Date.now() - started < startupMs ? null : (code ?? 0);
}

async function serve(node, reason) {
  say(`Opening in the browser, because ${reason}.`);
  const args = [join(root, 'bin', 'wirebench.mjs'), 'serve', ...process.argv.slice(2)];
  return foreground(node, args, { ...withOwnNode(node), WIREBENCH_BUILT: '1' });
}

async function start() {
  const node = await setUp();
  if (!hasDisplay()) return serve(node, 'there is no display for a window');
  const electron = await obtainElectron(node);
  if (!electron) return serve(node, 'Electron cannot be downloaded here');
  const code = await openDesktop(electron, node);
  return code ?? serve(node, 'Electron does not run here');
}

try {
  process.exitCode = (await start()) ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
