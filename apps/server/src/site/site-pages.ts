import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unescape as unescaped } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { API } from '@arcadia/contract/addresses'
import type { SiteData } from '@arcadia/contract/site/site-data'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Base } from '../base.ts'
import { sendNotFound } from '../http/error-handler.ts'
import { ReadyAnswer } from '../http/ready-answer.ts'
import { BUILT } from './built-check.ts'
import { serveDiscovery } from './discovery.ts'
import { fillPage } from './fill-page.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Pages that are not prerendered, and unknown addresses, start from this file. */
const SHELL = 'app.html'
/** Files without content; the portal has its own because it is installable. */
const SHELLS = [SHELL, 'admin.html']

interface Site extends Pick<Base, 'publicUrl' | 'memory' | 'clock'> {
  distDir: string
  /** Scripts and styles of the build before, which open pages still ask for. */
  earlierFiles?: string | undefined
  getSiteData: () => Promise<SiteData>
}

/** Serves the built site. Pages contain the configuration as a data block, so prices show before any API call. */
export async function serveSite(http: FastifyInstance, site: Site): Promise<void> {
  redirectEscapedHash(http)
  await serveFiles(http, site)
  const files: [path: string, file: string][] = Object.entries(
    JSON.parse(await readFile(join(site.distDir, 'pages.json'), 'utf8')),
  )
  const written = files.filter(([, file]) => !SHELLS.includes(file))
  serveDiscovery(http, { ...site, pages: written.map(([path]) => path) })
  const send = createPages(site)
  for (const [path, file] of files)
    http.get(path, (request, reply) =>
      send(request, reply, { file, status: 200, path: SHELLS.includes(file) ? undefined : path }),
    )
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !path.startsWith(API) && !path.startsWith('/assets/')
    return isPage ? send(request, reply, { file: SHELL, status: 404 }) : sendNotFound(request, reply)
  })
}

/**
 * Mail filters write `%23` for `#`, some of them twice. Browsers would send what follows, so they are sent on to the address as
 * it was meant (docs/rules.md §7.10). Only the site's own paths: `//` in front would name another host.
 */
function redirectEscapedHash(http: FastifyInstance): void {
  http.addHook('onRequest', async (request, reply) => {
    const [address = '', query] = request.url.split(/\?(.*)/s)
    const [path = '', hash] = address.split(/%(?:25)*23(.*)/is)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!hash || !isRead || path.startsWith(API)) return
    const search = query === undefined ? '' : `?${query}`
    return reply
      .header('cache-control', 'no-store')
      .redirect(`/${path.replace(/^[/\\]+/, '')}${search}#${encodeURI(unescaped(unescaped(hash)))}`, 302)
  })
}

async function serveFiles(http: FastifyInstance, { distDir, earlierFiles }: Site): Promise<void> {
  await http.register(fastifyStatic, {
    root: [join(distDir, 'assets'), ...(earlierFiles ? [earlierFiles] : [])],
    serve: false,
    preCompressed: true,
    index: false,
    // File names contain a content hash.
    immutable: true,
    maxAge: '365d',
  })
  // The plugin's own route would scan the whole folder for each file.
  http.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => reply.sendFile(request.params.file))
  await http.register(fastifyStatic, {
    root: distDir,
    prefix: '/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', 'pages.json', BUILT, '**/*.br', '**/*.gz', '.*'],
    maxAge: '1h',
  })
}

interface Page {
  file: string
  status: number
  /** Set for pages with a canonical address. */
  path?: string | undefined
}

/** Pages are filled in and compressed once per version of the data. */
function createPages({ distDir, publicUrl, getSiteData, memory }: Site) {
  const written = new Map<string, { state: string; page: Promise<ReadyAnswer> }>()

  async function write({ file, path }: Page): Promise<ReadyAnswer> {
    const site = await getSiteData()
    const state = JSON.stringify(site)
    const known = written.get(file)
    if (known?.state === state) return known.page
    const address = path === undefined ? undefined : `${publicUrl}${path}`
    const page = readFile(join(distDir, file), 'utf8').then((html) =>
      compress(fillPage(html, { site, address, publicUrl })),
    )
    written.set(file, { state, page })
    // Failures are not cached.
    page.catch(() => written.delete(file))
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> => {
    const ready = await memory.remember(page.path ?? page.file, () => write(page))
    return ready.send(request, reply.code(page.status))
  }
}

async function compress(plain: string): Promise<ReadyAnswer> {
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzipped(plain),
  ])
  return new ReadyAnswer('text/html', { plain, br, gzip: gz })
}
