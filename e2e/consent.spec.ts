import { addresses } from '@arcadia/contract/addresses'
import { sendAnalytics } from '@arcadia/contract/site/analytics'
import type { Page } from '@playwright/test'
import { expect, PHONE, test } from './support/test.ts'

/** Pretends analytics is set up and collects its events here. */
async function collectHere(page: Page): Promise<{ name: string }[]> {
  const events: { name: string }[] = []
  await page.route(/\/(privacy)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"collectsAnalytics":false', '"collectsAnalytics":true')
    await route.fulfill({ response, body })
  })
  await page.route(`**${sendAnalytics.path}`, async (route) => {
    events.push(...route.request().postDataJSON().events)
    await route.fulfill({ status: 204 })
  })
  return events
}

/** Leaving the page sends the collected events. */
const leave = (page: Page) => page.goto(addresses.privacy.href())

test.use(PHONE)

test('nothing is counted before consent or after a no; a yes counts and can be withdrawn in the footer', async ({
  page,
}) => {
  const events = await collectHere(page)
  const press = () => page.locator('#faq').getByRole('button').first().click()
  await page.goto('/')
  const bar = page.getByRole('region', { name: 'Privacy choices' })
  await expect(bar).toBeVisible()
  await press()
  await leave(page)
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: 'Decline' }).click()
  await expect(bar).toBeHidden()
  await page.goto('/')
  await press()
  await leave(page)
  const choices = page.getByRole('button', { name: 'Privacy choices' })
  await expect(choices).toBeVisible()
  await expect(bar).toBeHidden()
  expect(events).toEqual([])

  await choices.click()
  await expect(bar).toBeFocused()
  await bar.getByRole('button', { name: 'Accept' }).click()
  await expect(bar).toBeHidden()
  await page.goto('/')
  await press()
  await leave(page)
  await expect.poll(() => events.map(({ name }) => name)).toContain('page_view')

  await choices.click()
  await expect(bar).toBeFocused()
  await bar.getByRole('button', { name: 'Decline' }).click()
  await expect(choices).toBeFocused()
  const counted = events.length
  await leave(page)
  await expect(choices).toBeVisible()
  expect(events).toHaveLength(counted)
})
