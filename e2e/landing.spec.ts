import { addresses } from '@arcadia/contract/addresses'
import { measureLanding } from './support/landing-sizes.ts'
import { setLetters } from './support/large-text.ts'
import { BOTH_SIZES, expect, headerActions, test } from './support/test.ts'

for (const [size, use] of BOTH_SIZES)
  test.describe(size, () => {
    test.use(use)

    test('the landing page says what it is, where, and what a day costs; its menu and questions open and close', async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Exclusive\s*Fishing\s*Experiences/)
      await expect(page.getByText(/Arcadia,? Florida/).first()).toBeVisible()
      await expect(page.getByText('From $1,500 per angler, $350 holds your date')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Book Now' }).first()).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
      await expect(page.locator('#reviews')).toHaveCount(0)
      await expect(
        page
          .locator('#pricing')
          .getByText(/If we cancel, you pick another date/)
          .first(),
      ).toBeAttached()

      const header = page.getByRole('banner')
      await expect(header).toBeInViewport()
      for (const [name, id] of [
        ['Pricing', 'pricing'],
        ['Calendar', 'season'],
      ]) {
        await (await headerActions(page)).getByRole('link', { name: name! }).click()
        await expect(page).toHaveURL(`${addresses.home.href()}#${id}`)
        await expect(page.locator(`#${id}`).getByRole('heading', { level: 2 })).toBeInViewport()
      }
      await page.goto('/')
      await page.mouse.move(200, 400)
      await page.evaluate(() => window.scrollTo(0, 1500))
      await expect(header).not.toBeInViewport()
      await page.evaluate(() => window.scrollTo(0, 1300))
      await expect(header).toBeInViewport()

      const questions = page.locator('#faq').getByRole('button', { expanded: false })
      await expect(questions).toHaveCount(8)
      await questions.nth(2).focus()
      await page.keyboard.press('Enter')
      const open = page.locator('#faq').getByRole('button', { expanded: true })
      await expect(open).toHaveCount(1)
      await expect(page.getByText(/Punta Gorda is the closest, about 30 minutes/)).toBeVisible()
      await questions.first().click()
      await expect(open).toHaveCount(1)
      await open.click()
      await expect(open).toHaveCount(0)
    })
  })

for (const [size, use] of BOTH_SIZES)
  test.describe(size, () => {
    test.use(use)

    test('the calendar takes the place that was kept for it, and nothing below it moves', async ({ page }) => {
      await page.addInitScript(() =>
        document.addEventListener('taken-over', () => document.documentElement.setAttribute('data-taken-over', '')),
      )
      await page.goto('/')
      await page.locator('[data-taken-over]').waitFor()
      // With what the server said of the season.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const top = () => page.locator('#faq').evaluate((faq) => Math.round(faq.getBoundingClientRect().top + scrollY))
      const kept = await top()
      await page.locator('#faq').scrollIntoViewIfNeeded()
      await expect(page.locator('.morning[aria-haspopup]').first()).toBeVisible()
      expect(await top()).toBe(kept)
    })
  })

for (const [size, use] of BOTH_SIZES)
  test.describe(size, () => {
    test.use(use)

    test.describe('past the gallery', () => {
      // The terms, on a lost line.
      test.use({ expectedErrors: [/^([\w$]+: )?Lost\b/] })

      for (const line of ['good', 'lost'])
        test(`whoever goes past the gallery, or leaves and comes back, finds its pictures on a ${line} line`, async ({
          page,
        }) => {
          await page.goto('/')
          // Only a page that runs shows it.
          await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
          const header = await headerActions(page)
          if (line === 'lost') await page.route(/\.js$/, (route) => route.abort('connectionreset'))
          const pictures = page.getByRole('region', { name: 'Pictures' })
          const expectPictures = () => expect(pictures.getByRole('img')).toHaveCount(29)
          await header.getByRole('link', { name: 'Calendar' }).click()
          await expect(page).toHaveURL(addresses.season.href())
          await expectPictures()
          await pictures.scrollIntoViewIfNeeded()
          await expectPictures()
          await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).first().click()
          await expect(page).toHaveURL(addresses.terms.href())
          await page.goBack()
          await expectPictures()
        })
    })
  })

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the gallery can be paused and stays paused', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause gallery' }).click()
    await expect(page.getByRole('button', { name: 'Play gallery' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Play gallery' })).toBeVisible()
    await expect(page.getByRole('img', { name: /alligator gar hangs in amber water/i })).toBeAttached()
  })
})

test('in a narrow window the fish are whole and clear of words, whatever letters are set', async ({ page }) => {
  await page.goto('/')
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  for (const [letters, width] of [
    [16, 320],
    [16, 520],
    [16, 719],
    [16, 1080],
    [24, 390],
    [32, 320],
    [32, 667],
  ] as const) {
    await setLetters(page, letters)
    await page.setViewportSize({ width, height: 800 })
    const at = `${letters} px at ${width}`
    const gar = await box('.card--waters img')
    expect(gar.height / gar.width, `${at}: the gar is whole`).toBeCloseTo(1)
    expect((await box('.card--waters h3')).y, `${at}: the title is below the gar`).toBeGreaterThan(gar.y + gar.height)
    const arapaima = await box('.package--trophy img')
    expect(arapaima.width / arapaima.height, `${at}: the arapaima is whole`).toBeGreaterThan(1.2)
    const redtail = await box('.package:not(.package--trophy) img')
    expect(redtail.width / redtail.height, `${at}: the redtail is whole`).toBeGreaterThan(0.8)
    if (width > 400) continue
    const flag = await box('.package__flag')
    const covered = (flag.y + flag.height - arapaima.y) / arapaima.height
    expect(covered, `${at}: the flag is above the arapaima's back`).toBeLessThan(0.45)
  }
})

test('the landing page stays within its compressed size budgets', async ({ browser }) => {
  // A new context has nothing cached.
  const page = await browser.newPage()
  for (const { what, bytes, limit } of await measureLanding(page)) {
    expect(bytes, what).toBeLessThanOrEqual(limit)
    // A page without its files would pass any budget.
    expect(bytes, what).toBeGreaterThan(10_000)
  }
  await page.close()
})
