import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { pinThread } from './pinning.ts';

const hasTaskset = () => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'pipe' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
};

describe('pinThread', () => {
  it.runIf(hasTaskset())('binds the thread that calls it, and only that', () => {
    const module = JSON.stringify(new URL('./pinning.ts', import.meta.url).href);
    const code = `
      const { Worker, isMainThread, parentPort } = require('node:worker_threads');
      const { readFileSync } = require('node:fs');
      const cores = () =>
        /Cpus_allowed_list:\\s*(\\S+)/.exec(readFileSync('/proc/thread-self/status', 'utf8'))[1];
      const before = cores();
      const worker = new Worker(
        "const { parentPort } = require('node:worker_threads');" +
        "const { readFileSync } = require('node:fs');" +
        'import(' + JSON.stringify(${module}) + ').then(({ pinThread }) => {' +
        'const problem = pinThread(0);' +
        "parentPort.postMessage({ problem, status: readFileSync('/proc/thread-self/status', 'utf8') }); })",
        { eval: true },
      );
      worker.on('message', ({ problem, status }) => {
        const bound = /Cpus_allowed_list:\\s*(\\S+)/.exec(status)[1];
        console.log(JSON.stringify({ problem, bound, unmoved: before === cores() }));
      });`;
    const output = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ problem: null, bound: '0', unmoved: true });
  });

  it('reports why it failed', () => {
    expect(pinThread(100_000)).toContain('could not be bound to core 100000');
  });
});
