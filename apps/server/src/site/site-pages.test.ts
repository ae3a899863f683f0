import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API, addresses, portal, served } from '@arcadia/contract/addresses'
import { getBooking } from '@arcadia/contract/bookings'
import { endpoints } from '@arcadia/contract/catalog'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout } from '../environment.ts'
import { buildHttp } from '../http/build-http.ts'
import { newToken } from '../http/sessions.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { fillPage } from './fill-page.ts'
import { serveSite } from './site-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: 'hello@arcadia.test' } })
})
afterAll(() => app.close())

const config = {
  maxCapacity: 4,
  sharing: 'OPEN' as const,
  depositPerGuest: 35_000,
  standardPackagePrice: 160_000,
  trophyPackagePrice: 250_000,
  seasonStart: '2027-05-16',
  seasonEnd: '2027-09-05',
  closedDays: [0, 3],
  holdDurationMinutes: 5,
  blackoutDates: [],
}
const business = {
  name: 'Tom & Jerry <Fishing>',
  email: 'a@b.test',
  phone: '',
  moveDays: 2,
  socialHandle: '',
  socialUrl: '',
  socialPosts: [],
}
const site = {
  testMode: true,
  simulatesPayments: true,
  tokenUrl: null,
  recaptchaSiteKey: null,
  collectsAnalytics: false,
  business,
  gallery: [],
  today: '2027-04-05',
  launchText: 'Soon',
  config,
  rating: null,
  showsGifts: false,
}
const html =
  '<head><title>T</title><meta name="description" content="D"/><!--site-data--></head><span data-fill="standard-price">$1,500.00</span><span data-fill="business-name">x</span><span data-fill="toString">y</span><a data-fill-href="mail-address" class="x">m</a>'

test('a page that failed to load is retried', async () => {
  const distDir = mkdtempSync(join(tmpdir(), 'arcadia-site-'))
  mkdirSync(join(distDir, 'assets'))
  writeFileSync(join(distDir, 'pages.json'), '{"/":"index.html"}')
  const http = Fastify()
  try {
    const memory = { remember: <T>(_: string, read: () => Promise<T>) => read() }
    await serveSite(http, {
      distDir,
      publicUrl: 'https://site.test',
      getSiteData: async () => site,
      memory,
      clock: testClock('2027-04-05T14:00:00Z'),
    })
    expect((await http.inject('/')).statusCode).toBe(500)
    writeFileSync(join(distDir, 'index.html'), html)
    expect((await http.inject('/')).statusCode).toBe(200)
  } finally {
    await http.close()
    rmSync(distDir, { recursive: true })
  }
})

describe('a filled page', () => {
  const filled = fillPage(html, { site, address: 'https://site.test/', publicUrl: 'https://site.test' })

  test('shows the configured prices and name without scripts', () => {
    expect(filled).toContain('<span data-fill="standard-price">$1,600.00</span>')
    expect(filled).toContain('<span data-fill="business-name">Tom &amp; Jerry &lt;Fishing&gt;</span>')
    expect(filled).toContain('<span data-fill="toString">y</span>')
  })

  test('has contact links without scripts', () => {
    expect(filled).toContain('<a data-fill-href="mail-address" href="mailto:a@b.test" class="x">m</a>')
  })

  test('has a data block that no text in it can close', () => {
    const block = /<script type="application\/json" id="site-data">(.*?)<\/script>/.exec(filled)![1]!
    expect(JSON.parse(block)).toMatchObject({ business, config: { standardPackagePrice: 1600 } })
    expect(block).not.toContain('<')
  })

  test('describes the business and its prices to search engines', () => {
    expect(filled).toContain('<link rel="canonical" href="https://site.test/">')
    expect(filled).toContain('<meta property="og:title" content="T">')
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(filled)![1]!)
    expect(data['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual([
      'LocalBusiness',
      'Product',
      'Product',
      'FAQPage',
    ])
    expect(data['@graph'][1].offers).toMatchObject({ price: '1600.00', priceCurrency: 'USD' })
  })

  test('without a canonical address is hidden from search engines', () => {
    expect(fillPage(html, { site, address: undefined, publicUrl: 'https://site.test' })).toContain('content="noindex"')
  })
})

/** Routes other than the contract's endpoints and the site's pages and files. */
const OTHERS = [
  // For operators.
  ...Object.values(served).map(({ path }) => path),
  `${served.docs.path}/*`,
  // For search engines and browsers; they contain the site's address.
  ...[
    '/.well-known/change-password',
    '/.well-known/security.txt',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/admin.webmanifest',
  ],
  '/assets/:file',
  // Local only.
  ...['/dev/mail', '/dev/mail/:id', '/dev/mail/:id/page'],
]

/** Parses Fastify's `printRoutes` output. */
function routes(): string[] {
  const branch: string[] = []
  return app.app.http
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, before = '', part = '', methods] = /^(.*)── (.*?)(?: \((.+)\))?$/.exec(line) ?? []
      branch.splice((before.length - 1) / 4, Number.POSITIVE_INFINITY, part)
      return methods?.split(', ').map((method) => `${method} ${branch.join('')}`) ?? []
    })
}

describe('the site', () => {
  test('each route is in the contract, or one of a few read-only others', () => {
    const dist = join(checkout, 'apps/web/dist')
    const pages: string[] = Object.keys(JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')))
    // Fastify lists a path with an optional end as two.
    const paths = new Set(pages.flatMap((path) => [path, path.replace(/\/:link\?$/, ''), path.replace(/\?$/, '')]))
    const others = routes().filter((route) => {
      const [method, path] = route.replace(/^HEAD /, 'GET ').split(' ')
      return !endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path)
    })
    const served = others.map((route) => {
      expect(route).toMatch(/^(GET|HEAD) /)
      return route.split(' ')[1]!
    })
    const beside = served.filter((path) => !paths.has(path) && !existsSync(join(dist, path)))
    expect([...new Set(beside)].sort()).toEqual([...OTHERS].sort())
  })

  test('an unknown page gets the 404 page, an unknown API call the standard error', async () => {
    const page = await app.request('GET', '/no/such/page')
    expect(page.status).toBe(404)
    expect(page.headers['content-type']).toContain('text/html')
    expect((await app.request('GET', `${API}no/such/call`)).body.error).toBe('not-found')
  })

  test('answers what browsers, password managers and researchers ask for unasked', async () => {
    expect((await app.request('GET', '/favicon.ico')).headers).toMatchObject({ location: '/icon-192.png' })
    expect((await app.request('GET', '/.well-known/change-password')).headers).toMatchObject({
      location: addresses.forgotPassword.href(),
    })
    const { body } = await app.request('GET', '/.well-known/security.txt')
    expect(body).toMatch(/^Contact: mailto:\S+@\S+\nExpires: 2027-\d\d-\d\dT.*\nCanonical: http:.*security\.txt\n$/)
  })

  test("robots, sitemap and manifest contain the site's address", async () => {
    expect((await app.request('GET', '/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
    expect((await app.request('GET', '/sitemap.xml')).body).toContain('<loc>http://localhost:3000/privacy</loc>')
    expect((await app.request('GET', '/manifest.webmanifest')).status).toBe(200)
  })

  test('names everybody whose work the scripts, styles and fonts contain, with their licenses', async () => {
    const { body } = await app.request('GET', '/third-party.txt')
    for (const one of ['react', 'zod', 'radix-ui', 'league-gothic', 'national-park', 'tailwindcss'])
      expect(body).toContain(one)
    for (const license of ['Permission is hereby granted', 'SIL OPEN FONT LICENSE']) expect(body).toContain(license)
    expect((await app.request('GET', addresses.home.href())).body).toContain(
      '<link rel="license" href="/third-party.txt">',
    )
  })

  test('no page allows third-party or inline scripts, or framing', async () => {
    const { headers } = await app.request('GET', '/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(headers['permissions-policy']).toContain('camera=(), display-capture=(), gyroscope=()')
  })

  test('assets are sent without page policies, but cannot be framed or sniffed as another type', async () => {
    const page = await app.request('GET', '/')
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(page.body)![1]!
    const { status, headers } = await app.request('GET', sheet)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('the API documents itself', async () => {
    const { body } = await app.request('GET', served.openApi.href())
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths[getBooking.path.replace(':id', '{id}')].get.security).toEqual([{ bearer: [] }])
    expect((await app.request('GET', `${served.docs.href()}/`)).status).toBe(200)
  })
})

describe('an emailed address', () => {
  const { confirmEmail, resetPassword, signIn, payBalance, payVoucher, gift, waiver, bookings } = addresses
  const linkPages = [confirmEmail, resetPassword, signIn, portal.invitation, payBalance, payVoucher, gift, waiver]

  const distDir = mkdtempSync(join(tmpdir(), 'arcadia-site-'))
  const logged: string[] = []
  let http: FastifyInstance
  beforeAll(async () => {
    mkdirSync(join(distDir, 'assets'))
    writeFileSync(join(distDir, 'app.html'), html)
    const shells = [...linkPages, bookings].map(({ path }) => [path, 'app.html'])
    writeFileSync(join(distDir, 'pages.json'), JSON.stringify(Object.fromEntries(shells)))
    const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
    const clock = testClock('2027-04-05T14:00:00Z')
    http = buildHttp({ log, clock, trustProxy: false, isDraining: () => false })
    const memory = { remember: <T>(_: string, read: () => Promise<T>) => read() }
    await serveSite(http, {
      distDir,
      publicUrl: 'https://site.test',
      getSiteData: async () => site,
      memory,
      clock,
    })
  })
  afterAll(async () => {
    await http.close()
    rmSync(distDir, { recursive: true })
  })

  const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => http.inject({ method, url })

  for (const page of linkPages) {
    test(`${page.path} opens whole, cut, with a tracking parameter, by HEAD and with %23`, async () => {
      const link = { id: 'abcdef-GHIJK', token: newToken() }
      const [cut = ''] = page.href(link).split('#')
      for (const url of [cut, `${cut}?utm_source=mail&mc_eid=1`]) {
        expect((await get(url)).statusCode, url).toBe(200)
        expect((await get(url, 'HEAD')).statusCode, url).toBe(200)
      }
      for (const hash of ['%23', '%2523']) {
        const answer = await get(`${cut}${hash}${link.token}`)
        expect([answer.statusCode, answer.headers.location]).toEqual([302, page.href(link)])
        const tracked = await get(`${cut}${hash}${link.token}?utm_source=mail`, 'HEAD')
        expect(tracked.headers.location).toBe(`${cut}?utm_source=mail#${link.token}`)
      }
      expect(logged.join(''), 'what follows the page reaches no log').not.toContain(link.token.slice(0, 8))
      expect(logged.join('')).toContain(cut)
    })
  }

  test('addresses of older emails go on', async () => {
    const location = async (url: string) => (await get(url)).headers.location
    expect(await location('/pay-balance%23token=abc')).toBe('/pay-balance#token=abc')
    expect(await location('/pay-balance%23token%3Dabc')).toBe('/pay-balance#token=abc')
    expect(await location('/bookings%23booking-5')).toBe('/bookings#booking-5')
    expect((await get(`${addresses.bookings.href()}/move-5`)).statusCode).toBe(200)
  })

  test('no escaped # leads to another site or into a header', async () => {
    for (const url of ['//evil.example%23x', '/\\evil.example%23x']) {
      const location = String((await http.inject({ url: { pathname: url } })).headers.location)
      expect(new URL(location, 'https://site.test').origin).toBe('https://site.test')
    }
    const answer = await get('/sign-in%23a%0d%0aset-cookie:%20b=c')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})
