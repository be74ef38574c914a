import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

const provided = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron'];

/**
 * Electron's main and preload scripts, as CommonJS with everything but Electron and Node built
 * in: a sandboxed preload can load no other file. Electron 22 sets the syntax (Node 16).
 * Vite builds one entry at a time here, because shared chunks would be such other files.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/electron',
    emptyOutDir: false,
    target: mode === 'preload' ? 'chrome108' : 'node16',
    minify: false,
    sourcemap: true,
    lib: {
      entry: `electron/${mode}.ts`,
      formats: ['cjs'],
      fileName: () => `${mode}.cjs`,
    },
    rolldownOptions: { external: provided },
  },
  // Main runs in Node: without this, Vite prefers the packages' browser files.
  resolve: mode === 'preload' ? {} : { conditions: ['node'], mainFields: ['module', 'main'] },
}));
