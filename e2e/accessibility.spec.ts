import { addresses, portal } from '@arcadia/contract/addresses'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

test('standalone pages are accessible, and the legal ones state what they must', async ({ page }) => {
  for (const path of [
    '/no-such-page',
    addresses.forgotPassword.href(),
    addresses.confirmEmail.path.split('/:')[0]!,
    portal.href(),
    addresses.staffSignIn.href(),
    addresses.privacy.href(),
    addresses.terms.href(),
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
    const facts: Record<string, RegExp[]> = {
      [portal.href()]: [/Authentication Required/],
      [addresses.privacy.href()]: [/30 days/, /13\. A parent or guardian who signs for a child/, /See it on Instagram/],
      [addresses.terms.href()]: [
        /5 business days/,
        /18/,
        /5.10 business days/,
        /USD|US dollars/,
        /paid for never expires/,
      ],
    }
    for (const fact of facts[path] ?? []) await expect(page.getByText(fact).first()).toBeVisible()
  }
})

test("the landing page, the menu and a visitor's dialogs are accessible", async ({ page }) => {
  await page.goto('/')
  await page.locator('#season').scrollIntoViewIfNeeded()
  await expect(page.locator('#season [data-date]').first()).toBeVisible()
  await expectAccessibleAtEveryWidth(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, 'dialog[open]')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Enquire', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Enquire' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Sign Up' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Phone number is required')).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
  await page.getByRole('button', { name: /forgot/i }).click()
  await expect(page.getByRole('dialog', { name: /password/i })).toBeVisible()
  await expectAccessibleAtEveryWidth(page, '[role=dialog]')
})
