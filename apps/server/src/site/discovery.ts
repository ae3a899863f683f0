import { API, addresses, portal } from '@arcadia/contract/addresses'
import type { SiteData } from '@arcadia/contract/site/site-data'
import type { FastifyInstance } from 'fastify'
import { type Clock, DAY_MS } from '../clock.ts'

/** A security.txt must say until when it holds (RFC 9116); it is made with each request. */
const CONTACT_HOLDS_MS = 180 * DAY_MS

/** The first words that fit under an icon. */
function shortName(name: string): string {
  const [first = '', ...words] = name.split(' ')
  let short = first
  for (const word of words) {
    if (`${short} ${word}`.length > 12) break
    short += ` ${word}`
  }
  return short
}

/** Serves robots.txt, the sitemap, the web manifests, and what browsers, password managers and researchers ask for unasked. */
export function serveDiscovery(
  http: FastifyInstance,
  site: {
    publicUrl: string
    clock: Clock
    pages: readonly string[]
    getSiteData: () => Promise<Pick<SiteData, 'business'>>
  },
): void {
  const { publicUrl, pages } = site
  const text = (body: string, type: string) => ({ body, type })
  const files: Record<string, { body: string; type: string }> = {
    '/robots.txt': text(
      [
        'User-agent: *',
        ...[portal.href(), API, addresses.bookings.href(), '/simulator/', '/dev/'].map((path) => `Disallow: ${path}`),
        `Sitemap: ${publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
      'text/plain; charset=utf-8',
    ),
    '/sitemap.xml': text(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')}</urlset>\n`,
      'application/xml; charset=utf-8',
    ),
  }
  for (const [path, { body, type }] of Object.entries(files))
    http.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(body),
    )
  http.get('/favicon.ico', (_request, reply) => reply.redirect('/icon-192.png', 301))
  http.get('/.well-known/change-password', (_request, reply) => reply.redirect(addresses.forgotPassword.href(), 302))
  http.get('/.well-known/security.txt', async (_request, reply) => {
    const { email } = (await site.getSiteData()).business
    const expires = new Date(site.clock.now().getTime() + CONTACT_HOLDS_MS).toISOString()
    const canonical = `${publicUrl}/.well-known/security.txt`
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${email ? `mailto:${email}` : `${publicUrl}/`}\nExpires: ${expires}\nCanonical: ${canonical}\n`)
  })
  const manifest = (path: string, about: (name: string) => object) =>
    http.get(path, async (_request, reply) =>
      reply
        .type('application/manifest+json')
        .header('cache-control', 'public, max-age=3600')
        .send({
          background_color: '#0d1411',
          theme_color: '#0d1411',
          icons: [192, 512].map((size) => ({
            src: `/icon-${size}.png`,
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose: 'any maskable',
          })),
          ...about((await site.getSiteData()).business.name),
        }),
    )
  manifest('/manifest.webmanifest', (name) => ({
    name,
    short_name: shortName(name),
    start_url: '/',
    display: 'browser',
  }))
  // Only the portal is an installable app (docs/rules.md §23.1).
  manifest('/admin.webmanifest', (name) => ({
    name: `${name} portal`,
    short_name: shortName(name),
    id: portal.path,
    scope: portal.path,
    start_url: portal.dashboard.href(),
    display: 'standalone',
  }))
}
