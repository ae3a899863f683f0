import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SiteData } from '@arcadia/contract/site-data'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { sendNotFound } from '../http/error-handler.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const MARKER = '<!--site-data-->'

/** Pages that are written ahead of time; every other page of the site starts from the empty shell. */
const PRERENDERED: Record<string, string> = { '/': 'index.html', '/privacy': 'privacy.html', '/eula': 'eula.html' }
const SHELL = 'app.html'
const SHELL_PATHS = new Set([
  '/bookings',
  '/admin',
  '/admin/login',
  '/quickbooks/callback',
  '/reset-password',
  '/confirm-email',
])

/** Serves the built site. Pages get the configuration as a data block, so that prices stand there before any call. */
export async function serveSite(
  http: FastifyInstance,
  deps: { distDir: string; getSiteData: () => Promise<z.output<typeof SiteData>> },
): Promise<void> {
  await http.register(fastifyStatic, {
    root: join(deps.distDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    // Their names carry a hash of what is in them.
    immutable: true,
    maxAge: '365d',
  })
  await http.register(fastifyStatic, {
    root: deps.distDir,
    prefix: '/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.br', '**/*.gz', '.*'],
    maxAge: '1h',
  })
  const pages = createPages(deps)
  for (const [path, file] of Object.entries(PRERENDERED))
    http.get(path, (request, reply) => pages.send(request, reply, file, 200))
  for (const path of SHELL_PATHS) http.get(path, (request, reply) => pages.send(request, reply, SHELL, 200))
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api/') &&
      !path.startsWith('/assets/')
    return isPage ? pages.send(request, reply, SHELL, 404) : sendNotFound(request, reply)
  })
}

interface Written {
  plain: string
  br: Buffer
  gzip: Buffer
}

function createPages(deps: { distDir: string; getSiteData: () => Promise<z.output<typeof SiteData>> }) {
  const files = new Map<string, Promise<string>>()
  const written = new Map<string, { data: string; page: Promise<Written> }>()

  function read(file: string): Promise<string> {
    const known = files.get(file) ?? readFile(join(deps.distDir, file), 'utf8')
    files.set(file, known)
    return known
  }

  /** Filled in and compressed once for each state of the data. */
  async function write(file: string): Promise<Written> {
    const data = toBlock(await deps.getSiteData())
    const known = written.get(file)
    if (known?.data === data) return known.page
    const page = read(file).then(async (html) => {
      const plain = html.replace(MARKER, () => data)
      const [br, gz] = await Promise.all([
        brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        gzipped(plain),
      ])
      return { plain, br, gzip: gz }
    })
    written.set(file, { data, page })
    return page
  }

  return {
    async send(request: FastifyRequest, reply: FastifyReply, file: string, status: number): Promise<FastifyReply> {
      const page = await write(file)
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
        .type('text/html; charset=utf-8')
        .send(encoding ? page[encoding] : page.plain)
    },
  }
}

/** `<` is escaped, so that no text in the data can end the block. */
function toBlock(data: z.output<typeof SiteData>): string {
  const json = JSON.stringify(z.encode(SiteData, data)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="site-data">${json}</script>`
}
