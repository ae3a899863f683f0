import { expect, test } from './support/test.ts'

test('visitors read what members have, where members read reviews', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Members fish first' })).toBeVisible()
  await expect(page.getByText('Priority booking access')).toBeVisible()
  await expect(page.locator('#reviews')).toHaveCount(0)
})

test('a member who has not been on the water reads reviews and writes none', async ({ signedIn: page }) => {
  const reviews = page.locator('#reviews')
  await reviews.scrollIntoViewIfNeeded()
  await expect(reviews.getByRole('heading', { name: 'What anglers say' })).toBeVisible()
  await expect(reviews.getByText('Loading reviews')).toHaveCount(0)
  await expect(reviews.getByRole('button', { name: 'Send review' })).toHaveCount(0)
})
