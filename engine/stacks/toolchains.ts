import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ForeignStack } from '../../contracts/stacks.ts';

const run = promisify(execFile);
/** Timeout in milliseconds: a launcher of a tool may search for a while. */
const askMs = 20_000;

/** A command, its arguments, and additional environment variables. */
export interface Step {
  readonly command: readonly [program: string, ...words: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands that build and start a stack. `out` is the output folder, `sources` the folder of its sources. */
export interface Toolchain {
  /** Command that prints the version of the language's tool. */
  readonly version: readonly [program: string, ...words: string[]];
  /** The version in its output, and its subject where not the tool itself. */
  readonly number: RegExp;
  readonly numberOf?: string;
  /** Minimum version that builds it. */
  readonly atLeast: string;
  /** Where to get it. */
  readonly from: string;
  readonly build: (out: string, sources: string) => readonly Step[];
  /** @param workers cores that it may use, which some programs only accept from outside. */
  readonly start: (out: string, sources: string, workers: number) => Step;
}

const onWindows = process.platform === 'win32';
const program = (path: string) => (onWindows ? `${path}.exe` : path);

const jarIn = (out: string) => join(out, 'services.jar');
/** Class archive, which the virtual machine maps at the start instead of loading and verifying each class. */
const archiveIn = (out: string) => join(out, 'services.jsa');
/** The virtual machine logs to standard output by default, which is reserved for messages to the engine. */
const logged = (level: 'warning' | 'error') =>
  ['-Xlog:disable', `-Xlog:all=${level}:stderr`] as const;

export const toolchains: Readonly<Record<ForeignStack, Toolchain>> = {
  go: {
    version: ['go', 'version'],
    number: /go(\d+\.\d+(?:\.\d+)?)/,
    atLeast: '1.26',
    from: 'go.dev',
    build: (out) => [
      {
        command: [
          ...(['go', 'build', '-trimpath', '-buildvcs=false', '-o'] as const),
          program(join(out, 'wirebench-go')),
          '.',
        ],
        env: { CGO_ENABLED: '0' },
      },
    ],
    start: (out) => ({ command: [program(join(out, 'wirebench-go'))] }),
  },
  java: {
    version: ['mvn', '--version'],
    number: /Java version: (\d+(?:\.\d+)*)/,
    numberOf: 'java',
    atLeast: '17',
    from: 'a JDK and Apache Maven',
    build: (out) => [
      {
        command: [
          onWindows ? 'mvn.cmd' : 'mvn',
          ...['--batch-mode', '--no-transfer-progress', '-DskipTests', `-Dout=${out}`, 'package'],
        ],
      },
      {
        // It warns of each class that cannot be archived.
        command: [
          ...(['java', ...logged('error'), `-XX:ArchiveClassesAtExit=${archiveIn(out)}`] as const),
          ...['-cp', jarIn(out), 'wirebench.services.Rehearsal'],
        ],
      },
    ],
    // Without the archive, or with one of another virtual machine or folder, it starts more slowly.
    start: (out, _sources, workers) => ({
      command: [
        ...(['java', ...logged('warning'), `-XX:SharedArchiveFile=${archiveIn(out)}`] as const),
        ...[`-XX:ActiveProcessorCount=${workers}`, '-jar', jarIn(out)],
      ],
    }),
  },
  rust: {
    version: ['cargo', '--version'],
    number: /cargo (\d+\.\d+(?:\.\d+)?)/,
    atLeast: '1.88',
    from: 'rustup.rs',
    build: (out) => [
      {
        command: ['cargo', 'build', '--release', '--locked'],
        env: { CARGO_TARGET_DIR: join(out, 'target') },
      },
    ],
    start: (out) => ({ command: [program(join(out, 'target', 'release', 'wirebench-rust'))] }),
  },
  python: {
    version: ['python3', '--version'],
    number: /Python (\d+\.\d+(?:\.\d+)?)/,
    atLeast: '3.11',
    from: 'python.org',
    build: (out) => [{ command: ['python3', 'build.py', out] }],
    start: (out, sources) => ({
      command: [join(out, 'venv', 'bin', 'python'), '-m', 'wirebench_stack'],
      env: { PYTHONPATH: sources },
    }),
  },
};

/** The version of a stack's toolchain; null where it is not installed, or prints no version. */
export async function toolchainVersion({ version, number }: Toolchain): Promise<string | null> {
  const [file, ...words] = version;
  try {
    const { stdout, stderr } = await run(file, words, { timeout: askMs, shell: onWindows });
    return number.exec(`${stdout}${stderr}`)?.[1] ?? null;
  } catch {
    return null;
  }
}
