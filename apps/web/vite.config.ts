import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

/** The two files every page sets its first words in; without a hint they start only after the style sheet is read. */
const PRELOADED_FONTS = /(league-gothic|national-park)-basic-[^/]*\.woff2$/

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => PRELOADED_FONTS.test(file))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
              injectTo: 'head-prepend',
            }),
          ),
    },
  }
}

/** What an endpoint is for, and how it can fail, is for the server and the API's document; browsers need not load it. */
function withoutDocument(): Plugin {
  return {
    name: 'without-document',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /packages.contract.src/ },
      handler: (code) => code.replace(/^ +summary:\s+(['"`]).*\1,$/gm, '').replace(/^ +errors: \[[^\]]*\],$/gm, ''),
    },
  }
}

/** The portal begins with the same document, another script and a manifest of its own. @param isPortal of which addresses */
export const portalEntry = (isPortal: (address?: string) => boolean): Plugin => ({
  name: 'portal-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { originalUrl }) =>
      isPortal(originalUrl) ? html.replace('entry-client', 'entry-portal').replace('/manifest.', '/admin.') : html,
  },
})

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

/** The first paint waits for the style sheet and nothing else, so it is asked for first, on the page's own connection. */
function styleSheetFirst(): Plugin {
  return {
    name: 'style-sheet-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = html.match(STYLE_SHEET) ?? []
        return html.replaceAll(STYLE_SHEET, '').replace('<head>', () => `<head>${sheets.join('')}`)
      },
    },
  }
}

/** Calls, queries, schemas and the calendars, without which a visit seldom goes by; what the portal keeps is the portal's. */
const DATA = new RegExp(
  [
    'node_modules.(zod|@tanstack)',
    'web.src.api.(?!last-known)',
    'web.src.features.availability.(?!admin)',
    'web.src.features.configuration.configuration\\.queries\\.ts$',
    'contract.src.(availability|configuration|endpoint|fields|money|trip-date)\\.ts$',
  ].join('|'),
)

/** What the booking dialog opens with, in one file, so that its first step waits for nothing of the others. */
const DIALOG = new RegExp(
  [
    'node_modules.(@radix-ui|aria-hidden)',
    'web.src.ui.(dialog|use-back-closes)',
    'contract.src.(bookings|holds|merchant|payments|riders)\\.ts$',
    'features.(bookings.(packages|step-rail)|merchant.merchant.queries|payments.(bot-protection|follow-payment))\\.tsx?$',
    'features.booking-dialog.(hold.queries|payment-outcome|problem-banner)\\.tsx?$',
  ].join('|'),
)

/** Not two that the landing page and a page that is not found take alone: they would bring all the rest along. */
const SHARED = /^(?!.*(business-words|plate-page)).*\.(tsx?|m?js)$/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), styleSheetFirst(), withoutDocument()],
  build: {
    // The Content-Security-Policy allows files of this origin only, so nothing becomes a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the first screen runs stays in one file, and so does what every feature with data needs: split further, both
    // compress a tenth worse.
    rolldownOptions: {
      output: {
        // The first file has the names of the others and of its pictures in it, so they are short.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.svg') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Loaded on every page; it must not bring the data along for the little that they share.
            { name: 'visits', test: /features.funnel.visit/, priority: 2 },
            { name: 'data', test: DATA, priority: 2 },
            { name: 'dialog', test: DIALOG },
            // Behind them the site's dialogs and pages would ask for dozens of files, most of a few hundred bytes.
            { name: 'shared', test: SHARED, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
