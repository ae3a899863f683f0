import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

/** The two font files of every page's first text; without a hint they load only after the style sheet. */
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

/** Drops endpoint summaries and errors, which only the server and the API document need. */
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

const PREFETCH = 'React$1.createElement(PrefetchPageLinks, { page: href })'

/** Drops what the router's `Link` prefetches with: no link of ours does. @throws Error if the router's text has changed */
function withoutPrefetch(): Plugin {
  return {
    name: 'without-prefetch',
    apply: 'build',
    transform: {
      filter: { id: /react-router.dist.production.lib.dom.lib\.js/ },
      handler(code) {
        if (!code.includes(PREFETCH))
          throw new Error('without-prefetch: react-router no longer says what it should drop.')
        return code.replace(PREFETCH, 'null')
      },
    },
  }
}

/**
 * Draws the icons without what the library offers beyond our use of it, which is larger than the first page's icons.
 * @throws Error if the library no longer makes them from what `plainIcon` reads
 */
function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react.dist.esm.createLucideIcon\.mjs/ },
      handler(code) {
        if (!code.includes('createLucideIcon(iconDataOrName'))
          throw new Error('plain-icons: lucide-react no longer makes its icons from data.')
        return `export { plainIcon as default } from '${import.meta.dirname}/src/plain-icon.ts'`
      },
    },
  }
}

/**
 * The portal uses the same HTML with another script and manifest. @param isPortal whether an address is the portal's
 */
export const portalEntry = (isPortal: (address?: string) => boolean): Plugin => ({
  name: 'portal-entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { originalUrl }) =>
      isPortal(originalUrl) ? html.replace('entry-client', 'entry-portal').replace('/manifest.', '/admin.') : html,
  },
})

/** Loads files by `load-files.ts`, which can fetch a lost one again, and names each file for it. */
function loadFiles(): Plugin {
  return {
    name: 'load-files',
    apply: 'build',
    transform: {
      filter: { id: /preload-helper/ },
      handler: () => `export { loadFiles as __vitePreload } from '${import.meta.dirname}/src/load-files.ts'`,
    },
  }
}

/** In the built folder: the files that a trip's page is drawn with, from the shell on. */
export const OF_TRIPS = 'of-trips.json'

/** Names for the trips' worker what it caches. */
function listTripFiles(): Plugin {
  return {
    name: 'list-trip-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = new Set<string>()
      const add = (file: string) => {
        const chunk = bundle[file]
        if (files.has(file) || chunk?.type !== 'chunk') return
        const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
        const pictures = [...importedAssets].filter((one) => isOnTrips(bundle[one]))
        for (const one of [file, ...importedCss, ...pictures]) files.add(one)
        chunk.imports.forEach(add)
      }
      for (const [file, made] of Object.entries(bundle))
        if (made.type === 'chunk' && made.moduleIds.some((id) => DRAWS_TRIPS.test(id))) add(file)
      this.emitFile({ type: 'asset', fileName: OF_TRIPS, source: JSON.stringify([...files]) })
    },
  }
}

/** Where the page's own imports begin, and what `lazyFeature` wraps it in. */
const DRAWS_TRIPS = /web.src.(features.trips.trip-page\.tsx|api.query-root\.tsx)$/

/** Of the pictures in the files that all pages share, those of the header and of a trip's poster. */
const isOnTrips = (made: Rolldown.OutputBundle[string] | undefined) =>
  made?.type === 'asset' && made.names.some((name) => /^(emblem|plate-(13|23|28|29)-)/.test(name))

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

/** The first paint waits for the style sheet only, so it loads first, on the page's own connection. */
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

/** Calls, queries, schemas and calendars, which nearly every visit needs. What forms, long lists and the portal need stays out. */
const DATA = new RegExp(
  [
    'node_modules.(zod|@tanstack.(?!.*.(infiniteQueryObserver|mutationObserver|useInfiniteQuery|useMutation)\\.))',
    'web.src.api.(?!(use-)?last-known)',
    'web.src.features.availability.(?!admin)',
    'web.src.features.configuration.configuration\\.queries\\.ts$',
    'contract.src.(availability|configuration|endpoint|fields|money|trip-date)\\.ts$',
  ].join('|'),
)

/** In the built folder: the packages whose scripts are in it, with their licenses. */
export const CONTAINED = 'third-party.json'

/** What the booking dialog opens with, in one file, so that its first step waits for nothing else. */
const DIALOG = new RegExp(
  [
    'node_modules.(@radix-ui|aria-hidden)',
    'web.src.ui.(dialog|use-back-closes)',
    'contract.src.(bookings|full-name|holds|riders)\\.ts$',
    'features.(bookings.(problem-banner|step-rail)|gift-vouchers.gift-in-hand|holds.(hold.queries|own-hold))\\.tsx?$',
    'web.src.news.private-news\\.ts$',
  ].join('|'),
)

/** Excludes two files used only by the landing page and the not-found page, which would pull in all the rest. */
const SHARED = /^(?!.*(web.src.site.business-words|plate-page)).*\.(tsx?|m?js)$/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    styleSheetFirst(),
    loadFiles(),
    listTripFiles(),
    withoutDocument(),
    withoutPrefetch(),
    plainIcons(),
  ],
  build: {
    // The Content-Security-Policy allows only same-origin files, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Vite leaves out the file itself where it has no others.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' && !files.includes(file) ? [file, ...files] : files,
    },
    reportCompressedSize: false,
    license: { fileName: CONTAINED },
    // One file for the first screen and one for what every data feature needs: split further, both compress a tenth
    // worse.
    rolldownOptions: {
      output: {
        // Short names, because the first file contains those of the others and of its pictures.
        chunkFileNames: 'assets/[hash:7].js',
        // Fonts are preloaded, and the emblem kept, by name. What loads later has none: a filter list may block an address with 'analytics' in it.
        assetFileNames: ({ names }) =>
          /\.woff2$|^(index\.css|emblem\.svg)$/.test(names[0] ?? '')
            ? 'assets/[name]-[hash][extname]'
            : 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // Loaded on every page; must not pull in the data file for the little they share.
            { name: 'visits', test: /features.funnel.visit/, priority: 2 },
            { name: 'data', test: DATA, priority: 2 },
            { name: 'dialog', test: DIALOG },
            // Without it the site's dialogs and pages would request dozens of files, most of a few hundred bytes.
            { name: 'shared', test: SHARED, minShareCount: 4 },
          ],
        },
      },
    },
  },
})
