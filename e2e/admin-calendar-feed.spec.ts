import { portal } from '@arcadia/contract/addresses'
import { revokeCalendarFeed } from '@arcadia/contract/admin/dashboard'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test.afterEach(() => asAdmin.answer(revokeCalendarFeed))

test('the owner creates a calendar link, replaces it and turns it off', async ({ page, request }) => {
  await asAdmin.call(revokeCalendarFeed)
  await openPortal(page, portal.dashboard.href())
  const card = page.getByRole('region', { name: 'Trips in your calendar' })
  const address = card.getByLabel('Your calendar link')
  const answer = async (url: string) => (await request.get(new URL(url).pathname)).status()

  await card.getByRole('button', { name: 'Get calendar link' }).click()
  const first = await address.inputValue()
  expect(await answer(first)).toBe(200)
  const inOneTap = card.getByRole('link', { name: 'Add to my calendar' })
  await expect(inOneTap).toHaveAttribute('href', first.replace('http:', 'webcal:'))
  await card.getByText('On Android, or if nothing opens').click()
  await expectAccessible(page)
  await page.reload()
  await expect(card.getByText('Your calendar link works until')).toBeVisible()
  await expect(address).toBeHidden()

  await card.getByRole('button', { name: 'Get a new link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Get a new link' }).click()
  await expect(address).toBeVisible()
  const second = await address.inputValue()
  expect([await answer(first), await answer(second)]).toEqual([404, 200])

  await card.getByRole('button', { name: 'Turn off link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off link' }).click()
  await expect(card.getByRole('button', { name: 'Get calendar link' })).toBeVisible()
  expect(await answer(second)).toBe(404)
})
