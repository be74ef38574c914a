import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/interop/', import.meta.url));
/** Until a tool has told its version. A launcher may look around for a while. */
const askMs = 60_000;

type Words = readonly [program: string, ...words: string[]];

interface Client {
  /** Where it is, best first: a path, or a name to be looked up. */
  readonly programs: readonly string[];
  /** Words at which it succeeds where it can be used. */
  readonly tells: readonly string[];
  /** How it gets into the folder, if by any usual tool. */
  readonly install: readonly Words[];
}

const goTool = (name: string, source: string): Client => ({
  programs: [`${folder}bin/${name}`, name],
  tells: ['--version'],
  install: [['go', 'install', source]],
});

const python = `${folder}venv/bin/python`;

/** Clients that others made, with which the bundled services are to get on. */
const clients = {
  curl: { programs: ['curl'], tells: ['--version'], install: [] },
  grpcurl: goTool('grpcurl', 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.4'),
  h2spec: goTool('h2spec', 'github.com/summerwind/h2spec/cmd/h2spec@v2.2.1'),
  k6: goTool('k6', 'go.k6.io/k6@v1.8.1'),
  zeep: {
    programs: [python, 'python3'],
    tells: ['-c', 'import zeep'],
    install: [
      ['python3', '-m', 'venv', `${folder}venv`],
      [python, '-m', 'pip', 'install', '--quiet', 'zeep==4.3.3'],
    ],
  },
} as const satisfies Record<string, Client>;

export type ForeignClient = keyof typeof clients;
export const foreignClients = Object.keys(clients) as readonly ForeignClient[];

/** The program that runs a client (a Python for a library); null where it is not on this machine. */
export function programOf(name: ForeignClient): string | null {
  const { programs, tells }: Client = clients[name];
  const works = (program: string) =>
    spawnSync(program, tells, { timeout: askMs, stdio: 'ignore' }).status === 0;
  return programs.find(works) ?? null;
}

/**
 * Sees to a client, where the tools that install it are here and reach their packages.
 * @returns why it cannot be had, or null when it can.
 */
export function prepareClient(name: ForeignClient): string | null {
  const { install }: Client = clients[name];
  if (programOf(name) !== null) return null;
  if (install.length === 0) return `${name} is not on this machine`;
  const env = { ...process.env, GOBIN: `${folder}bin` };
  for (const [program, ...words] of install) {
    const { status } = spawnSync(program, words, { env, stdio: 'inherit' });
    if (status !== 0) return `${name} cannot be had by ${program} ${words.join(' ')}`;
  }
  return programOf(name) === null ? `${name} does not run` : null;
}
