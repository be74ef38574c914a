/**
 * The law of the house: what each room may import. A path belongs to the room with the longest
 * matching folder; `packages` are npm packages by name, where `scope/*` stands for a whole scope.
 */
export interface Room {
  /** Folder or file this rule is about. */
  readonly path: string;
  /** Other rooms it may import, by folder or file. */
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  /** Whether it may use Node's own modules. */
  readonly node: boolean;
}

const protocolClients = [
  'axios',
  'soap',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  'protobufjs',
  'fast-xml-parser',
  'undici',
  '@urql/core',
  'rsocket-core',
  'rsocket-tcp-client',
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
  { path: 'protocols', rooms: [], packages: [], node: false },
  { path: 'engine/stats', rooms: [], packages: [], node: false },
  {
    path: 'engine',
    rooms: ['contracts', 'engine', 'protocols'],
    packages: [
      'zod',
      'yaml',
      '@orpc/*',
      'commander',
      'env-paths',
      'hdr-histogram-js',
      'node-forge',
      'open',
      'ws',
      'undici',
    ],
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
    rooms: ['contracts', 'engine/stats', 'protocols'],
    packages: ['zod', 'hdr-histogram-js', ...protocolClients],
    node: true,
  },
  {
    path: 'services',
    rooms: ['contracts', 'protocols', 'services'],
    packages: [
      'zod',
      'fastify',
      '@fastify/*',
      '@grpc/reflection',
      'grpc-health-check',
      'graphql',
      ...protocolClients,
    ],
    node: true,
  },
  {
    path: 'services/workloads/store.ts',
    rooms: ['contracts', 'services'],
    packages: ['bcrypt'],
    node: true,
  },
  {
    path: 'services/workloads/database',
    rooms: ['contracts', 'services'],
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
  {
    path: 'renderer',
    rooms: ['contracts'],
    packages: [
      'zod',
      'yaml',
      'react',
      'react-dom',
      'recharts',
      'zustand',
      '@orpc/*',
      '@mantine/*',
      '@tanstack/*',
      '@tabler/*',
      '@codemirror/*',
      '@lezer/*',
      '@fontsource-variable/*',
      // The documentation, which the build takes in.
      'virtual:help-pages',
    ],
    node: false,
  },
  { path: 'bin', rooms: ['engine/cli'], packages: [], node: true },
];
