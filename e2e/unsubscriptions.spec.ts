import { addresses } from '@arcadia/contract/addresses'
import { listMyWaitlist } from '@arcadia/contract/waitlist'
import { expectAccessible } from './support/accessible.ts'
import { mailsTo } from './support/mails.ts'
import { api, expect, PHONE, test } from './support/test.ts'
import { anOffer } from './support/waitlist-offer.ts'

test.use(PHONE)

test('the link at the foot of an offer asks first, ends such emails at a press, and lets them go out again', async ({
  page,
  angler,
}) => {
  await anOffer(angler)
  const offer = (await mailsTo(angler.email)).find(({ text }) => text.includes('Unsubscribe: '))
  const link = new URL(/Unsubscribe: (\S+)/.exec(offer!.text)![1]!)
  const waiting = () => api.call(listMyWaitlist, { token: angler.token })
  await page.goto(link.pathname + link.hash)
  await expect(page.getByText(`We send emails about open spots to ${angler.email}`)).toBeVisible()
  await expectAccessible(page)
  expect(await waiting()).toHaveLength(1)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(`We won't send any more emails about open spots to ${angler.email}`)).toBeVisible()
  expect(await waiting()).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Get them again' }).click()
  await expect(page.getByText(`We send emails about open spots to ${angler.email}`)).toBeVisible()
  // As a mail program without a button of its own opens it.
  await page.goto(addresses.unsubscribe.oneClick.href({ token: link.hash.slice(1) }))
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  await page.goto(addresses.unsubscribe.href({ token: '7-made-up' }))
  await expect(page.getByText("This link doesn't work anymore.")).toBeVisible()
})
