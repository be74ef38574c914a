import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/interop/', import.meta.url));
/** Timeout of a version check; a launcher may be slow. */
const askMs = 60_000;

type Words = readonly [program: string, ...words: string[]];

interface Client {
  /** Its locations, preferred first: a path, or a name to look up. */
  readonly programs: readonly string[];
  /** Arguments with which it succeeds if it is usable. */
  readonly check: readonly string[];
  /** Commands that install it into the folder, if any. */
  readonly install: readonly Words[];
}

const goTool = (name: string, source: string): Client => ({
  programs: [`${folder}bin/${name}`, name],
  check: ['--version'],
  install: [['go', 'install', source]],
});

const python = `${folder}venv/bin/python`;

/** Third-party clients that must work with the bundled services. */
const clients = {
  curl: { programs: ['curl'], check: ['--version'], install: [] },
  grpcurl: goTool('grpcurl', 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4'),
  h2spec: goTool('h2spec', 'github.com/summerwind/h2spec/cmd/h2spec@v2.2.1'),
  k6: goTool('k6', 'go.k6.io/k6@v1.8.1'),
  zeep: {
    programs: [python, 'python3'],
    check: ['-c', 'import zeep'],
    install: [
      ['python3', '-m', 'venv', `${folder}venv`],
      [python, '-m', 'pip', 'install', '--quiet', 'zeep==4.3.3'],
    ],
  },
} as const satisfies Record<string, Client>;

export type ForeignClient = keyof typeof clients;
export const foreignClients = Object.keys(clients) as readonly ForeignClient[];

/** The program that runs a client (a Python for a library); null if it is not on this machine. */
export function programOf(name: ForeignClient): string | null {
  const { programs, check }: Client = clients[name];
  const works = (program: string) =>
    spawnSync(program, check, { timeout: askMs, stdio: 'ignore' }).status === 0;
  return programs.find(works) ?? null;
}

/**
 * Installs a client, if the tools that install it exist and reach their packages.
 * @returns why it is unavailable, or null.
 */
export function prepareClient(name: ForeignClient): string | null {
  const { install }: Client = clients[name];
  if (programOf(name) !== null) return null;
  if (install.length === 0) return `${name} is not on this machine`;
  const env = { ...process.env, GOBIN: `${folder}bin` };
  for (const [program, ...words] of install) {
    const { status } = spawnSync(program, words, { env, stdio: 'inherit' });
    if (status !== 0) return `${name} cannot be installed by ${program} ${words.join(' ')}`;
  }
  return programOf(name) === null ? `${name} does not run` : null;
}
