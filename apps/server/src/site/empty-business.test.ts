import { addresses, portal } from '@arcadia/contract/addresses'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_PHONE: '' } })
})
afterAll(() => app.close())

const open = async (path: string) => {
  const { status, body } = await app.request('GET', path)
  expect(status, path).toBe(200)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

const { home, privacy, terms, bookings, staffSignIn, forgotPassword } = addresses
const PAGES = [home, privacy, terms, bookings, portal, staffSignIn, forgotPassword].map(({ href }) => href())
const OTHERS = [
  '/.well-known/security.txt',
  '/manifest.webmanifest',
  '/admin.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
]

test.each([...PAGES, ...OTHERS, getBookingConfig.path])(
  '%s of a business nobody described makes nothing up',
  async (path) => {
    const text = await open(path)
    expect(text).not.toMatch(/555-01|5550142|\.example\b|arcadiatrophyfishing|instagram\.com\/[\w.]/)
    expect(text).not.toMatch(/(?:href|content)="(?:mailto|tel|sms):?"|undefined/)
    expect(text.replace(/<[^>]+>/g, '')).not.toMatch(/(?:Write to|Call|questions to) ?[.,]/)
  },
)

test('what the owner fills in appears there', async () => {
  const body = {
    name: 'Peace River Giants',
    phone: '863 555 0199',
    email: 'hi@giants.test',
    instagram: 'https://www.instagram.com/peace.giants/?hl=en',
  }
  await app.call(changeBusinessFacts, { token: await anAdmin(app), body })
  const landing = await open('/')
  for (const fact of [
    'tel:+18635550199',
    'mailto:hi@giants.test',
    '@peace.giants',
    'https://www.instagram.com/peace.giants"',
  ])
    expect(landing).toContain(fact)
  for (const path of PAGES.slice(0, 3)) {
    const page = await open(path)
    expect(page).toMatch(/<title>([^<]* · )?Peace River Giants<\/title>/)
    expect(page).toMatch(/property="og:title" content="([^"]* · )?Peace River Giants"/)
    expect(page.replace(/<script.*?<\/script>/gs, '')).not.toContain('Arcadia Trophy Fishing')
  }
  expect(await open('/admin.webmanifest')).toContain('"short_name":"Peace River"')
  expect(await open(terms.href())).toContain('>hi@giants.test</span>')
  expect(await open('/.well-known/security.txt')).toContain('Contact: mailto:hi@giants.test')
})
