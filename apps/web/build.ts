import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { PORTAL, TRIPS } from '@arcadia/contract/addresses'
import { build } from 'vite'
import { noticesOf, type ThirdParty, thirdPartyAt } from './third-party.ts'
import { CONTAINED, OF_TRIPS, portalEntry } from './vite.config.ts'

// Builds the site into dist/: hashed assets, one HTML file per prerendered page, app.html (an empty shell) for every
// other path, admin.html (the portal), their workers (admin-worker.js, trip-worker.js), pages.json (address to file), third-party.txt, and a .br and .gz
// beside every immutable file. built.sha256 has the digest of each file that can act on a page, as `sha256sum` writes it.

const root = import.meta.dirname
const dist = join(root, 'dist')
const prerenderer = join(root, '.cache/prerender')

/** A page's own scripts. */
const SCRIPTS = /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g

/** In the words of `LoadBoundary`. */
const NOT_LOADED = `<main class="loading" id="not-loaded"><div class="load-failed">
      <h1 class="display h3">That didn't load</h1>
      <p>The connection may have dropped, or we just updated the site.</p>
      <a class="btn btn--ink" href="">Reload the page</a>
    </div></main>`

process.env.NODE_ENV = 'production'

await build({ root, logLevel: 'warn' })
const contained = await takeContained(dist)
// Compression runs on other cores meanwhile.
const packing = compressFiles()
await build({
  root,
  logLevel: 'warn',
  // Its icons are those of the browser (`plain-icon.ts`).
  ssr: { noExternal: ['lucide-react'] },
  build: { ssr: 'src/entry-prerender.tsx', outDir: prerenderer, emptyOutDir: true, copyPublicDir: false },
})
await prerenderPages()
contained.push(...(await makePortal()))
await writeNotices()
await packing
await compressFiles()
await rm(prerenderer, { recursive: true })
await listBuilt()

async function prerenderPages() {
  const template = await readFile(join(dist, 'index.html'), 'utf8')
  const page = await paintFirst(template)
  const { files, renderPages } = (await import(
    pathToFileURL(join(prerenderer, 'entry-prerender.js')).href
  )) as typeof import('./src/entry-prerender.tsx')
  for (const { file, head, body } of await renderPages()) {
    await writeFile(
      join(dist, file),
      page.replace('<!--site-head-->', () => head).replace('<!--site-body-->', () => body),
    )
  }
  await writeFile(join(dist, 'pages.json'), JSON.stringify(files))
  const shell = await makeShell(template)
  await writeFile(join(dist, 'app.html'), shell)
  const ofTrips = join(dist, OF_TRIPS)
  const drawing: string[] = JSON.parse(await readFile(ofTrips, 'utf8'))
  await rm(ofTrips)
  await writeWorker('trip-worker.js', { cache: 'trips', shell: TRIPS, page: shell, files: drawing })
}

interface KeptPage {
  cache: string
  /** Its address, and what the build made of it. */
  shell: string
  page: string
  files: string[]
  /** What this worker does beside. */
  does?: string
}

/** Writes the service worker that caches a page with its files, named for what they are. */
async function writeWorker(name: string, { cache, shell, page, files, does = '' }: KeptPage) {
  const own = [...page.matchAll(/(assets\/[^" ]+\.(?:js|css|woff2))"/g)].map(([, file]) => file)
  const kept = JSON.stringify([...new Set([...own, ...files])].sort().map((file) => `/${file}`))
  const worker = `${await readFile(join(root, 'src/worker/kept-page.js'), 'utf8')}${does}`
  const version = createHash('sha256').update(page).update(worker).update(kept).digest('base64url').slice(0, 12)
  await writeFile(
    join(dist, name),
    worker
      .replace("['/files']", () => kept)
      .replace('unbuilt-version', () => `${cache}-${version}`)
      .replace("'/shell'", () => `'${shell}'`),
  )
}

/**
 * The portal is a separate build, so its first screen is one file whatever it shares with the site, and its service
 * worker can cache all of it on the owner's device. Visitors load neither.
 * @returns what it contains of others
 */
async function makePortal(): Promise<ThirdParty[]> {
  const outDir = join(root, '.cache/portal')
  await build({
    root,
    logLevel: 'warn',
    plugins: [portalEntry(() => true)],
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        // The portal imports eagerly what the site loads later.
        checks: { ineffectiveDynamicImport: false },
        // Without this group the rest would be some forty files of a few hundred bytes each.
        output: { codeSplitting: { groups: [{ name: 'rest', test: /\.(tsx?|m?js)$/, priority: 1 }] } },
      },
    },
  })
  const firstAnswer = await addScript('src/admin/first-answer.js')
  const page = (await makeShell(await readFile(join(outDir, 'index.html'), 'utf8')))
    // Text can't render before the script, so the script loads the fonts (entry-portal.tsx).
    .replaceAll(/\s*<link rel="preload"[^>]* as="font"[^>]*>/g, '')
    .replace('<head>', () => `<head>\n    <script async src="${firstAnswer}"></script>`)
  await writeFile(join(dist, 'admin.html'), page)
  await cp(join(outDir, 'assets'), join(dist, 'assets'), { recursive: true })

  const names = (await readdir(join(outDir, 'assets'))).filter((name) => /\.(js|css)$|-basic-|emblem/.test(name))
  await writeWorker('admin-worker.js', {
    cache: 'portal',
    shell: PORTAL,
    page,
    files: names.map((name) => `assets/${name}`),
    does: await readFile(join(root, 'src/admin/admin-worker.js'), 'utf8'),
  })
  const contained = await takeContained(outDir)
  await rm(outDir, { recursive: true })
  return contained
}

/** Takes out of a built folder what its scripts contain of others. */
async function takeContained(folder: string): Promise<ThirdParty[]> {
  const file = join(folder, CONTAINED)
  const packages = JSON.parse(await readFile(file, 'utf8'))
  await rm(file)
  return packages
}

/** The notices of all that the built files contain. The builds themselves name only scripts. */
async function writeNotices() {
  const { resolve } = createRequire(import.meta.url)
  const styles = ['@fontsource-variable/league-gothic', '@fontsource-variable/national-park', 'tailwindcss']
  const others = styles.map((name) => thirdPartyAt(dirname(resolve(`${name}/package.json`))))
  await writeFile(join(dist, 'third-party.txt'), noticesOf([...contained, ...others]))
}

/** Moves the page's scripts behind the first paint. An empty shell has nothing to paint before them. */
async function paintFirst(template: string): Promise<string> {
  const loader = await loaderOf(template, 'src/after-first-paint.js')
  return template.replaceAll(SCRIPTS, '').replace('</head>', () => `  ${loader}\n  </head>`)
}

/** A page that the application fills. Until then it says in the end that it didn't load, without any script too. */
async function makeShell(template: string): Promise<string> {
  const loader = await loaderOf(template, 'src/when-lost.js')
  return template
    .replace('<!--site-head-->', '')
    .replace('</head>', () => `  ${loader}\n  </head>`)
    .replace('<!--site-body-->', () => NOT_LOADED)
}

async function loaderOf(template: string, path: string): Promise<string> {
  const modules = [...template.matchAll(SCRIPTS)].map(([, address]) => address).join(' ')
  return `<script async fetchpriority="low" src="${await addScript(path)}" data-modules="${modules}"></script>`
}

/** Adds a standalone script to the immutable files. @returns its address */
async function addScript(path: string): Promise<string> {
  const source = await readFile(join(root, path))
  const file = `/assets/${basename(path, '.js')}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(dist, file), source)
  return file
}

/** Compresses immutable files not yet compressed. Pages are compressed when sent, because the server fills them in. */
async function compressFiles() {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const files = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|css|svg|json|txt|xml)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = join(dist, name)
      if (existsSync(`${file}.br`)) return
      const content = await readFile(file)
      if (content.length < 1024) return
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      await Promise.all([
        toBrotli(content, { params: quality }).then((small) => writeFile(`${file}.br`, small)),
        toGzip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
      ])
    }),
  )
}

/** Each file that can act on a page, as it is sent; the server looks whether it still is. */
async function listBuilt() {
  const names = await readdir(dist, { recursive: true })
  const acting = names.filter((name) => /\.(html|js|css|svg|json)(\.(br|gz))?$/.test(name)).sort()
  const lines = acting.map(async (name) => {
    const digest = createHash('sha256').update(await readFile(join(dist, name)))
    return `${digest.digest('hex')}  ${name}\n`
  })
  await writeFile(join(dist, 'built.sha256'), (await Promise.all(lines)).join(''))
}
