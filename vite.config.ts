import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { helpPagesPlugin } from './scripts/support/help-pages.ts';

/** The renderer: plain files that Electron (`app://`) and the browser shell serve alike. */
export default defineConfig({
  root: 'renderer',
  // Relative, so that the same files work under any origin and path.
  base: './',
  plugins: [react(), helpPagesPlugin(new URL('docs/', import.meta.url))],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    // Electron 22, with which the end-to-end tests run where no newer one can be had.
    target: 'chrome108',
    // The content security policy allows no inline scripts and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 3000,
    // Looks at answers of services, which the window has none of, and is large.
    rolldownOptions: { external: ['fontoxpath'] },
  },
});
