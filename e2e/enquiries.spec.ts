import type { Locator, Page } from '@playwright/test'
import { mailsTo } from './support/mails.ts'
import { dialogsClosed, expect, PHONE, test } from './support/test.ts'

async function openEnquiry(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Enquire Now' }).first().click()
  return page.getByRole('dialog', { name: 'Enquire' })
}

async function fill(dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel('First Name').fill('Grace')
  await dialog.getByLabel('Last Name').fill('Hopper')
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Phone Number').fill('+1 863 555 0142')
  await dialog.getByLabel('Country').selectOption('Other')
}

const sendButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Send Enquiry' })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('an enquiry is sent without an account, and both sides get an email', async ({ page }) => {
    const email = `enquirer${Date.now()}${Math.random()}@example.com`
    const dialog = await openEnquiry(page)
    await fill(dialog, email)
    await sendButton(dialog).click()
    const thanks = `Thank you for your enquiry. We'll be in touch with you shortly at ${email}.`
    await expect(dialog.getByRole('heading', { name: 'Enquiry Sent!' })).toBeFocused()
    await expect(dialog.getByText(thanks)).toBeVisible()
    await dialogsClosed(page)
    expect((await mailsTo(email)).length).toBe(1)
    expect((await mailsTo('hello@arcadia.example')).some((mail) => mail.text.includes(email))).toBe(true)

    const another = await openEnquiry(page)
    await expect(another.getByLabel('First Name')).toHaveValue('')
  })
})
