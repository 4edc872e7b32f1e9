/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';

import { defineConfig, type Plugin } from 'vite';

// The server a developer runs beside `npm run dev`, e.g. `moonshot serve --port 8000`.
const server = process.env.MOONSHOT_SERVER ?? 'http://127.0.0.1:8000';

/** What the built client contains of others, with their licences beside it, as they ask. */
function licences(): Plugin {
  const carried = ['preact', '@preact/signals', '@preact/signals-core', '@fontsource/alegreya'];
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const texts = carried.map((name) => `${name}\n\n${readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), 'utf8')}`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n--------\n\n') });
    },
  };
}

export default defineConfig(({ command }) => ({
  // Built files are served by Django's static files; the shell page reads the manifest for their names.
  base: command === 'build' ? '/static/client/' : '/',
  plugins: [licences()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../src/moonshot/site/static/client',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0, // the content security policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['src/main.tsx', 'src/replay/replay.ts', 'src/keeper/start.tsx'] }, // the others: pages of the server
  },
  server: {
    fs: { allow: ['..'] }, // for the script that the page about fair deals serves as it stands
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
  },
}));
