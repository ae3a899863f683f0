import { BOTH_SIZES, expect, test } from './support/test.ts'

for (const [size, use] of BOTH_SIZES)
  test.describe(size, () => {
    test.use(use)

    test('the landing page says what it is, where, and what a day costs; its header and its questions open and close', async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Exclusive\s*Fishing\s*Experiences/)
      await expect(page.getByText(/Arcadia,? Florida/).first()).toBeVisible()
      await expect(page.getByText('$1,500').first()).toBeAttached()
      await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Members fish first' })).toBeVisible()
      await expect(page.getByText('Priority booking access')).toBeVisible()
      await expect(page.locator('#reviews')).toHaveCount(0)

      const header = page.getByRole('banner')
      await expect(header).toBeInViewport()
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

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the gallery can be stopped, and stays so', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause gallery' }).click()
    await expect(page.getByRole('button', { name: 'Play gallery' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Play gallery' })).toBeVisible()
    await expect(page.getByRole('img', { name: /alligator gar hangs in amber water/i })).toBeAttached()
  })
})
