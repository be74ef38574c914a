import { protocolFacts } from '../contracts/protocols.ts';

/**
 * The import rules: what each room may import. A path belongs to the room with the longest
 * matching folder; `packages` are npm packages by name, where `scope/*` stands for a whole scope.
 * A path that ends with `/*` makes a room of every folder in it, so that they cannot import each other.
 */
export interface Room {
  /** Folder or file of this rule. */
  readonly path: string;
  /** Other rooms it may import, by folder or file. */
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  /** Whether it may use Node's modules. */
  readonly node: boolean;
}

/** Packages of the library clients, or of the services, of all protocols. */
export const protocolPackages = (side: 'client' | 'service') =>
  Object.values(protocolFacts).flatMap(({ packages }) => packages[side]);

/** Rooms that every room of the window may import. */
export const windowGround = ['contracts', 'metrics', 'workloads'] as const;

function inWindow(name: string, others: readonly string[], packages: readonly string[]): Room {
  const rooms = [...windowGround, ...others.map((one) => `renderer/${one}`)];
  return { path: `renderer/${name}`, rooms, packages, node: false };
}

const elements = ['react', '@mantine/*', '@tabler/*'];

/** The window, from the ground up: a room imports some of those before it, and none after it. */
export const rendererRooms: readonly Room[] = [
  inWindow('look', [], ['@mantine/*']),
  inWindow('navigation', [], ['zustand']),
  inWindow('transport', [], ['@orpc/*', '@tanstack/react-query', 'zustand']),
  inWindow('document', [], ['yaml', 'zod', 'zustand']),
  inWindow('data', ['look'], []),
  inWindow(
    'components',
    ['look', 'navigation', 'transport', 'data'],
    [...elements, '@tanstack/react-table'],
  ),
  inWindow(
    'charts',
    ['look', 'navigation', 'transport', 'data', 'components'],
    [...elements, 'react-dom', 'recharts'],
  ),
  // Draws reports, also without a window.
  inWindow('report', ['look', 'data', 'charts'], ['react', 'react-dom']),
  inWindow(
    'panels',
    ['look', 'navigation', 'transport', 'data', 'components', 'charts'],
    [...elements, 'zustand'],
  ),
  inWindow(
    'actions',
    ['look', 'navigation', 'transport', 'document', 'data', 'components'],
    ['@tanstack/react-query'],
  ),
  inWindow(
    'views/*',
    [
      'look',
      'navigation',
      'transport',
      'document',
      'data',
      'components',
      'charts',
      'panels',
      'actions',
    ],
    [
      ...elements,
      'zustand',
      '@tanstack/react-query',
      '@codemirror/*',
      '@lezer/*',
      // The documentation, which is built in.
      'virtual:help-pages',
    ],
  ),
  inWindow(
    'app',
    ['look', 'navigation', 'transport', 'document', 'data', 'components', 'actions', 'views'],
    [...elements, '@tanstack/react-query', 'zustand'],
  ),
  inWindow(
    'main.tsx',
    ['app', 'navigation', 'transport', 'document'],
    ['react', 'react-dom', '@mantine/*'],
  ),
];

export const rooms: readonly Room[] = [
  { path: 'contracts', rooms: [], packages: ['zod'], node: false },
  {
    path: 'contracts/engine-api.ts',
    rooms: ['contracts'],
    packages: ['zod', '@orpc/contract'],
    node: false,
  },
  {
    path: 'contracts/api',
    rooms: ['contracts'],
    packages: ['zod', '@orpc/contract'],
    node: false,
  },
  {
    path: 'workloads',
    rooms: ['contracts', 'metrics', 'workloads'],
    packages: ['zod'],
    node: false,
  },
  {
    path: 'workloads/own-service',
    rooms: ['contracts', 'workloads'],
    packages: ['zod', 'json-p3', 'fontoxpath'],
    node: false,
  },
  { path: 'metrics', rooms: ['contracts'], packages: [], node: false },
  { path: 'protocols', rooms: [], packages: [], node: false },
  { path: 'engine/stats', rooms: [], packages: [], node: false },
  {
    path: 'engine',
    rooms: ['contracts', 'engine', 'metrics', 'protocols', 'workloads'],
    packages: ['zod', 'yaml', '@orpc/*', 'commander', 'env-paths', 'node-forge', 'open', 'ws'],
    node: true,
  },
  {
    path: 'engine/own-service',
    rooms: ['contracts', 'engine', 'protocols', 'workloads'],
    packages: ['csv-parse', 'protobufjs', 'undici', 'yaml'],
    node: true,
  },
  {
    path: 'engine/own-service/saved',
    rooms: ['contracts', 'engine'],
    packages: ['zod'],
    node: false,
  },
  {
    path: 'engine/own-service/graphql',
    rooms: ['contracts', 'engine'],
    packages: protocolPackages('service'),
    node: true,
  },
  {
    path: 'engine/machines',
    rooms: ['contracts', 'engine', 'metrics', 'workloads'],
    packages: ['zod', '@nats-io/*', 'ws'],
    node: true,
  },
  {
    path: 'engine/store',
    rooms: ['contracts', 'engine'],
    packages: ['zod', 'better-sqlite3'],
    node: true,
  },
  {
    path: 'workers',
    rooms: ['contracts', 'engine/stats', 'protocols', 'workloads'],
    packages: protocolPackages('client'),
    node: true,
  },
  {
    path: 'services',
    rooms: ['contracts', 'protocols', 'services', 'workloads'],
    packages: protocolPackages('service'),
    node: true,
  },
  {
    path: 'services/workloads/store.ts',
    rooms: ['contracts', 'services', 'workloads'],
    packages: ['bcrypt'],
    node: true,
  },
  {
    path: 'services/workloads/database',
    rooms: ['contracts', 'services', 'workloads'],
    packages: ['better-sqlite3', 'pg'],
    node: true,
  },
  { path: 'electron', rooms: ['contracts'], packages: ['electron', 'zod'], node: true },
  {
    path: 'electron/engine-host.ts',
    rooms: ['contracts', 'electron', 'engine/api'],
    packages: ['electron', '@orpc/server'],
    node: true,
  },
  {
    path: 'electron/preload.ts',
    rooms: ['contracts', 'electron'],
    packages: ['electron'],
    node: false,
  },
  ...rendererRooms,
  { path: 'bin', rooms: ['engine/cli'], packages: [], node: true },
];
