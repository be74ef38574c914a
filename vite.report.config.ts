import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

/** Looks at answers of services, which pages have none of, and is large. */
const forServicesOnly = ['fontoxpath'];

/** What every part of the report renderer has in common: one file each, with nothing beside it. */
const shared = {
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
} satisfies UserConfig;

/** The script and the style of the page; fonts lie in the style. */
const page: UserConfig = {
  ...shared,
  build: {
    outDir: 'dist/report',
    emptyOutDir: false,
    target: 'chrome108',
    rolldownOptions: { external: forServicesOnly },
    assetsInlineLimit: 1_000_000,
    lib: {
      entry: 'renderer/report/page.tsx',
      formats: ['iife'],
      name: 'report',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
};

/** What draws reports in Node, for the engine to load. */
const node: UserConfig = {
  ...shared,
  ssr: { noExternal: true },
  build: {
    ssr: 'renderer/report/node.tsx',
    outDir: 'dist/report',
    emptyOutDir: false,
    target: 'node22',
    rolldownOptions: {
      external: forServicesOnly,
      output: { entryFileNames: 'node.mjs', codeSplitting: false },
    },
  },
};

/** Draws reports: `--mode page` in the page itself, `--mode node` for the engine. */
export default defineConfig(({ mode }) => (mode === 'page' ? page : node));
