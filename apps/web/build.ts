import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Builds the site into dist/: hashed assets, one HTML file for each prerendered page, app.html (the empty shell) for
// every other path, pages.json with the file of each address, and a .br and a .gz beside every file that never changes.

const root = import.meta.dirname
const dist = join(root, 'dist')
const prerenderer = join(root, '.cache/prerender')

process.env.NODE_ENV = 'production'

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/entry-prerender.tsx', outDir: prerenderer, emptyOutDir: true, copyPublicDir: false },
})
await prerenderPages()
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
