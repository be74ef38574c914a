import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makeFolder, removeFolder } from './folder.ts';

/** The reaction of the tool to a build command; `restore` resets `PATH` and `WIREBENCH_STACKS`. */
export interface MadeToolchain {
  /** Builds fail from now on. */
  breaks(): void;
  /** Lets a waiting build continue, and later ones too. */
  finish(): void;
  restore(): void;
}

const program = (folder: string) => `#!${process.execPath}
const { readFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
if (process.argv[2] === '--version') console.log('cargo 1.99.0 (made for a test)');
else {
  console.log('Compiling wirebench');
  const mode = readFileSync('${join(folder, 'mode')}', 'utf8');
  if (mode === 'breaks') {
    console.error('error: no such crate');
    process.exit(101);
  }
  // Like a compiler that the tool starts: it has to end with the tool.
  const child = mode === 'waits' ? spawn('sleep', ['600'], { stdio: 'inherit' }) : null;
  setInterval(() => {
    if (readFileSync('${join(folder, 'mode')}', 'utf8') !== 'finishes') return;
    child?.kill();
    process.exit(0);
  }, 20);
}
`;

/**
 * Replaces `cargo` with a tool made for a test, and the build folder with an empty one.
 * A build waits until it may finish.
 */
export function madeToolchain(): MadeToolchain {
  const folder = makeFolder();
  const { PATH, WIREBENCH_STACKS } = process.env;
  writeFileSync(join(folder, 'cargo'), program(folder));
  chmodSync(join(folder, 'cargo'), 0o755);
  const become = (mode: string) => writeFileSync(join(folder, 'mode'), mode);
  become('waits');
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  process.env.WIREBENCH_STACKS = join(folder, 'stacks');
  return {
    breaks: () => become('breaks'),
    finish: () => become('finishes'),
    restore: () => {
      process.env.PATH = PATH;
      if (WIREBENCH_STACKS === undefined) delete process.env.WIREBENCH_STACKS;
      else process.env.WIREBENCH_STACKS = WIREBENCH_STACKS;
      removeFolder(folder);
    },
  };
}
