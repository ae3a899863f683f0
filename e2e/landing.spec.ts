import { expect, test } from './support/test.ts'

test('the landing page says what it is, where, and what a day costs', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Exclusive\s*Fishing\s*Experiences/)
  await expect(page.getByText(/Arcadia,? Florida/).first()).toBeVisible()
  await expect(page.getByText('$1,500').first()).toBeAttached()
  await expect(page.getByText('Test mode, no money is taken')).toBeVisible()
})

test('the header hides on the way down and comes back on the way up', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header).toBeInViewport()
  await page.mouse.move(200, 400)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect(header).not.toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 1300))
  await expect(header).toBeInViewport()
})

test('one question is open at a time, none at the start, and the keyboard opens it', async ({ page }) => {
  await page.goto('/#faq')
  const questions = page.locator('#faq').getByRole('button', { expanded: false })
  await expect(questions).toHaveCount(8)
  await questions.nth(2).focus()
  await page.keyboard.press('Enter')
  const open = page.locator('#faq').getByRole('button', { expanded: true })
  await expect(open).toHaveCount(1)
  await expect(page.getByText(/Punta Gorda is nearest, about 30 minutes/)).toBeVisible()
  await questions.first().click()
  await expect(open).toHaveCount(1)
  await open.click()
  await expect(open).toHaveCount(0)
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

test('the legal pages state what they must', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByText(/30 days/).first()).toBeVisible()
  await expect(page.getByText(/13/).first()).toBeVisible()
  await page.goto('/eula')
  for (const fact of [/5 business days/, /18/, /5.10 business days/, /USD|US dollars/])
    await expect(page.getByText(fact).first()).toBeVisible()
})
