import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'

// Builds the site into dist/: hashed assets, one HTML file for each prerendered page, app.html (the empty shell) for
// every other path, admin.html (the portal's own), admin-worker.js, pages.json with the file of each address, and a .br and a .gz
// beside every file that never changes.

const root = import.meta.dirname
const dist = join(root, 'dist')
const prerenderer = join(root, '.cache/prerender')

process.env.NODE_ENV = 'production'

await build({ root, logLevel: 'warn', build: { manifest: 'chunks.json' } })
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/entry-prerender.tsx', outDir: prerenderer, emptyOutDir: true, copyPublicDir: false },
})
await prerenderPages()
await makePortal()
await compressFiles()
await rm(prerenderer, { recursive: true })

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
  await writeFile(join(dist, 'app.html'), template.replace('<!--site-head-->', '').replace('<!--site-body-->', ''))
}

/**
 * The portal's shell, which asks at once for what its first screen runs, and its service worker, which keeps every file of the
 * portal on the owner's device. Visitors load neither.
 */
async function makePortal() {
  const list = join(dist, 'chunks.json')
  const chunks: Manifest = JSON.parse(await readFile(list, 'utf8'))
  await rm(list)
  const first = filesOf(chunks, ['src/admin/admin-page.tsx', 'src/features/dashboard/overview.tsx'])
  const all = filesOf(
    chunks,
    ['src/admin/admin-page.tsx', 'src/admin/admin-login-page.tsx'],
    'with what is loaded later',
  )
  const fonts = chunks['index.html']?.assets?.filter((file) => file.endsWith('.woff2')) ?? []
  const emblem = chunks['src/assets/emblem.svg']!.file

  const shell = await readFile(join(dist, 'app.html'), 'utf8')
  const hints = [...first]
    .filter((file) => file.endsWith('.js') && !shell.includes(file))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
  const page = shell
    .replace('/manifest.webmanifest', '/admin.webmanifest')
    .replace('</head>', () => `${hints.join('').trim()}\n  </head>`)
  await writeFile(join(dist, 'admin.html'), page)

  const files = JSON.stringify([...new Set([...all, ...fonts, emblem])].map((file) => `/${file}`).sort())
  const worker = await readFile(join(root, 'src/admin/admin-worker.js'), 'utf8')
  const version = createHash('sha256').update(page).update(worker).update(files).digest('base64url').slice(0, 12)
  await writeFile(
    join(dist, 'admin-worker.js'),
    worker.replace("['/files']", () => files).replace('unbuilt', () => version),
  )
}

/** The files that these modules need; of what is loaded later all but what the site's own first file leads to. */
function filesOf(chunks: Manifest, names: readonly string[], isWithLater?: string): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
    if (isWithLater && !chunk.isEntry) chunk.dynamicImports?.forEach(visit)
  }
  names.forEach(visit)
  return new Set([...seen].flatMap((name) => [chunks[name]!.file, ...(chunks[name]!.css ?? [])]))
}

/** The page with its scripts behind the first paint; the empty shell has nothing to show before them. */
async function paintFirst(template: string): Promise<string> {
  const source = await readFile(join(root, 'src/after-first-paint.js'))
  const file = `assets/after-first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(dist, file), source)
  const scripts = /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g
  const modules = [...template.matchAll(scripts)].map(([, address]) => address).join(' ')
  return template
    .replaceAll(scripts, '')
    .replace(
      '</head>',
      () => `  <script async fetchpriority="low" src="/${file}" data-modules="${modules}"></script>\n  </head>`,
    )
}

/** Not the pages: the server fills them in, so they are compressed when they are sent. */
async function compressFiles() {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const files = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|css|svg|json|txt|xml)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const file = join(dist, name)
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
