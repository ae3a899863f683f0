import { createServer } from 'node:http'
import { getAvailabilityRange, streamAvailability } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { expect, PHONE, test } from './support/test.ts'

const range = `**${getAvailabilityRange.path}*`

test('without the configuration the page shows fallback prices and no error', async ({ page }) => {
  await page.route(`**${getBookingConfig.path}`, (route) => route.abort())
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(/<script type="application\/json" id="site-data">.*?<\/script>/s, '')
    await route.fulfill({ response, body: html })
  })
  await page.goto('/')
  const pricing = page.locator('#pricing')
  await expect(pricing.getByText(/\$1,500/).first()).toBeVisible()
  await expect(pricing.getByText(/\$2,500/).first()).toBeVisible()
})

test('when availability cannot be loaded the calendar says so and can retry', async ({ page }) => {
  // Until the press: the page asks again by itself, too.
  await page.route(range, async (route) => ((await page.evaluate('window.isUp')) ? route.continue() : route.abort()))
  // With the stream open, the page would retry automatically.
  await page.route(`**${streamAvailability.path}`, (route) => route.abort())
  await page.goto('/')
  const season = page.locator('#season')
  await season.scrollIntoViewIfNeeded()
  await expect(season.getByText("We couldn't load the open mornings.")).toBeVisible()
  await expect(season.locator('[data-date]')).toHaveCount(0)
  await page.evaluate(() => document.addEventListener('click', () => Object.assign(window, { isUp: true }), true))
  await season.getByRole('button', { name: 'Try again' }).click()
  await expect(season.locator('[data-date][aria-haspopup]').first()).toBeVisible()
})

test('a browser that blocks storage shows the site and opens the booking dialog', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get, configurable: true })
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Book Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the booking dialog is prefetched before Book Now is pressed', async ({ page }) => {
  const days = page.waitForResponse(range)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.mouse.move(9, 9)
  await (await days).finished()
  await page.route('**/*', (route) => route.abort())
  await page.locator('.hero').getByRole('button', { name: 'Book Now' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /left$/ }).first()).toBeVisible()
})

test('on a slow connection a page is hydrated once it has fully arrived', async ({ page, app }) => {
  const requested: string[] = []
  let sendRest = () => {}
  const rest = new Promise<void>((resolve) => {
    sendRest = resolve
  })
  const slowLine = createServer(async ({ url = '/' }, response) => {
    requested.push(url)
    const answer = await fetch(app.url + url)
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' })
    if (url !== '/') return response.end(body)
    const half = body.indexOf('id="pricing"')
    response.write(body.subarray(0, half))
    await rest
    return response.end(body.subarray(half))
  }).listen(0)
  const address = slowLine.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  await page.goto(`http://localhost:${address.port}/`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() =>
    ['paint', 'resource'].every((type) =>
      performance.getEntriesByType(type).some(({ name }) => /contentful-paint|after-first-paint/.test(name)),
    ),
  )
  await page.evaluate(() => fetch('/favicon.svg'))
  expect(requested.filter((url) => /assets\/index-.*\.js/.test(url))).toEqual([])

  sendRest()
  await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
  await page.getByRole('button', { name: 'Book Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  slowLine.close()
})

test('a button pressed before the scripts load takes effect once they do', async ({ page }) => {
  let letThrough = () => {}
  const line = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await line
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Enquire Now' }).first().click()
  letThrough()
  await expect(page.getByRole('dialog', { name: 'Enquire' })).toBeVisible()
})

test('a button takes effect once, however late the last script arrives', async ({ page }) => {
  let letThrough = () => {}
  const line = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/last.js', async (route) => {
    await line
    await route.fulfill({ contentType: 'text/javascript', body: 'document.body.dataset.last = "here"' })
  })
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(/data-modules="[^"]+/, '$& /last.js')
    await route.fulfill({ response, body: html })
  })
  await page.addInitScript(() => {
    document.addEventListener('taken-over', () => document.documentElement.setAttribute('data-taken-over', ''))
  })
  await page.goto('/')
  await expect(page.locator('html[data-taken-over]')).toBeAttached()
  const question = page.locator('#faq').getByRole('button').first()
  await question.click()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  letThrough()
  await expect(page.locator('body[data-last]')).toBeAttached()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('without its fonts the page reads the same and nothing is cut off', async ({ page }) => {
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book Now' }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
})

test.describe('when the application cannot be loaded', () => {
  test.use({ expectedErrors: [/./] })

  test('every button leads to our contact details', async ({ page }) => {
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('button', { name: 'Enquire Now' }).first().click()
    await expect(page).toHaveURL(/#contact$/)
    await expect(page.locator('#contact a[href^="mailto:"]')).toBeInViewport()
  })
})

test.describe('with scripts off', () => {
  test.use({ ...PHONE, javaScriptEnabled: false })

  test('the page has all content, with prices and a contact form', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#pricing').getByText('MOST POPULAR')).toBeVisible()
    await expect(page.getByText('Where are you located?')).toBeVisible()
    await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible()
    await page.locator('#pricing').getByRole('link', { name: 'Enquire' }).click()
    await expect(page.locator('#contact a[href^="tel:"]')).toBeInViewport()
  })
})
