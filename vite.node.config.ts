import http from 'node:http';
import { dirname, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { startedModules } from './engine/platform/entries.ts';

const root = normalizePath(fileURLToPath(new URL('.', import.meta.url)));

/** Every module that a process or thread starts with, and the engine's command line. */
const entries = ['engine/cli/main', 'electron/engine-host', ...Object.values(startedModules)];

/** Packages that find files of their own by their place, or are machine code. */
const left = [
  ...['better-sqlite3', 'bcrypt', 'pg', 'open'],
  ...['@grpc/grpc-js', '@grpc/proto-loader', '@grpc/reflection', 'grpc-health-check', 'protobufjs'],
];

const here = '__here__/';

/** Modules keep the place that they have in the sources, wherever their code ends up. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules')) return null;
    const place = relative(root, id).replace(/\.ts$/, '.js');
    return code.replaceAll('import.meta.url', `new URL('${here}${place}', import.meta.url).href`);
  },
  renderChunk(code, { fileName }) {
    const up = relative(dirname(fileName), '.');
    return code.replaceAll(here, up === '' ? './' : `${up}/`);
  },
};

const plainHttpId = '\0plain-http';

/**
 * An import of `node:http` reads all that it exports, of which one getter loads Node's fetch and WebSocket: more
 * than half of what a process takes that does nothing else. Nothing here uses what getters make.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId(id, _importer, { kind }) {
    // What is required is not read, and packages may change it.
    return /^(?:node:)?http$/.test(id) && kind !== 'require-call' ? plainHttpId : null;
  },
  load(id) {
    if (id !== plainHttpId) return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .filter(([, { get }]) => get === undefined)
      .map(([name]) => name);
    return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`;
  },
};

/**
 * The engine, workers and services as few files of plain JavaScript, since most of the time in which
 * a process starts goes into finding and reading hundreds of small ones.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [places, plainHttp],
  build: {
    ssr: true,
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, `${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: left },
});
