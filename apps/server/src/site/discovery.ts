import type { SiteData } from '@arcadia/contract/site/site-data'
import type { FastifyInstance } from 'fastify'

/** Serves robots.txt, the sitemap and the web manifests. */
export function serveDiscovery(
  http: FastifyInstance,
  site: { publicUrl: string; pages: readonly string[]; getSiteData: () => Promise<Pick<SiteData, 'business'>> },
): void {
  const { publicUrl, pages } = site
  const text = (body: string, type: string) => ({ body, type })
  const files: Record<string, { body: string; type: string }> = {
    '/robots.txt': text(
      [
        'User-agent: *',
        ...['/admin', '/api/', '/bookings', '/simulator/', '/dev/'].map((path) => `Disallow: ${path}`),
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
    short_name: name.split(' ')[0],
    start_url: '/',
    display: 'browser',
  }))
  // Only the portal is an installable app (docs/rules.md §23.1).
  manifest('/admin.webmanifest', (name) => ({
    name: `${name} portal`,
    short_name: name.split(' ')[0],
    id: '/admin',
    scope: '/admin',
    start_url: '/admin?tab=dashboard',
    display: 'standalone',
  }))
}
