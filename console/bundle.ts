// The bundle of the console. Every script and style gets the placeholder that the server replaces by a nonce.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type InlineConfig } from 'vite';

export const config: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react()],
  html: { cspNonce: '%NONCE%' },
  // The SDK of this repository, without a build of its own.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // No data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
  },
};
