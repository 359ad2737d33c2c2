// Every script and style gets the placeholder that the server replaces by a nonce.
import react from '@vitejs/plugin-react';
import { defaultClientConditions, type InlineConfig, type Plugin } from 'vite';

/** The font is loaded with the page; one that comes late is not used, so that text never moves. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/console/${file}`,
            crossorigin: true,
          },
        })),
  },
};

/**
 * Most pages use these modules. Charts, differences, code, marks of deliveries and items, editors of texts, names and
 * times, the API of edits, of the catalog, of requesters, of the administration and of webhooks, and the parts on
 * Mantine are left out: few pages need them at first.
 */
const BASE =
  /node_modules\/(?!.*(visx|d3-)|diff\/)|\/src\/(api(?!\/(administration|calendars|catalog|edits|identity|inbound|own|providers|rules|sla|webhooks))|keys|live|search|session|words|lists)\/|\/src\/ui\/((forms|overlays|marks|layout|settings)\/)?(?!delivery-|item-icon|search-field|text-editor|text-lines|time-field|time-text|words-field)[^/]+$/;
/** The routes name these modules of every page: its list, its keys, its loader. */
const ROUTES = /\/src\/.*\.(list|keys|route|pages|views)\.ts$/;

export const config: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  base: '/console/',
  logLevel: 'warn',
  plugins: [react(), preloadFont],
  html: { cspNonce: '%NONCE%' },
  // The sources of the SDK are bundled, so that it needs no build of its own.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Shared modules are bundled into two files instead of many small ones.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, minShareCount: 4 },
            { name: 'routes', test: ROUTES, minShareCount: 2 },
          ],
        },
      },
    },
  },
};
