import type { Locator, Page } from '@playwright/test'
import { mailsTo } from './support/mails.ts'
import { dialogsClosed, expect, test } from './support/test.ts'

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

test('an enquiry is sent without an account, and both sides get a mail', { tag: '@phone' }, async ({ page }) => {
  const email = `enquirer${Date.now()}${Math.random()}@example.com`
  const dialog = await openEnquiry(page)
  await fill(dialog, email)
  await sendButton(dialog).click()
  const thanks = `Thank you for your enquiry. We'll be in touch with you shortly at ${email}.`
  await expect(dialog.getByRole('heading', { name: 'Enquiry Sent!' })).toBeFocused()
  await expect(dialog.getByText(thanks)).toBeVisible()
  await dialogsClosed(page)
  expect((await mailsTo(email)).length).toBe(1)
  expect((await mailsTo('admin@localhost')).some((mail) => mail.text.includes(email))).toBe(true)

  const another = await openEnquiry(page)
  await expect(another.getByLabel('First Name')).toHaveValue('')
})

test('what is missing is said at its field, the message excepted, and nothing is sent', async ({ page }) => {
  let sent = 0
  await page.route('**/api/enquiries', (route) => {
    sent++
    return route.abort()
  })
  const dialog = await openEnquiry(page)
  await sendButton(dialog).click()
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  const missing = {
    'First Name': 'First name is required',
    'Last Name': 'Last name is required',
    'Email Address': 'Email is required',
    'Phone Number': 'Phone number is required',
    Country: 'Please select your country',
    Message: '',
  }
  for (const [label, message] of Object.entries(missing))
    await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(message)
  await fill(dialog, 'not an address')
  await sendButton(dialog).click()
  await expect(dialog.getByLabel('Email Address')).toBeFocused()
  await expect(dialog.getByLabel('Email Address')).toHaveAccessibleDescription('Please enter a valid email address')
  expect(sent).toBe(0)
})

test('the close icon and the backdrop close it', async ({ page }) => {
  const dialog = await openEnquiry(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialogsClosed(page)
  await page.setViewportSize({ width: 1280, height: 1000 })
  await openEnquiry(page)
  await expect(dialog).toBeVisible()
  await page.mouse.click(20, 500)
  await expect(dialog).toBeHidden()
})

test('what is too long is said at its field, and the form stays filled', async ({ page }) => {
  const dialog = await openEnquiry(page)
  await fill(dialog, 'grace@example.com')
  await dialog.getByLabel('First Name').fill('G'.repeat(101))
  await sendButton(dialog).click()
  await expect(dialog.getByLabel('First Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Hopper')
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/enquiry was not sent/i] })

  test('an enquiry is not lost: an alert says so and the form stays filled', async ({ page }) => {
    const dialog = await openEnquiry(page)
    await fill(dialog, 'grace@example.com')
    await page.route('**/api/enquiries', (route) => route.abort())
    const alert = new Promise<string>((resolve) => {
      page.once('dialog', (shown) => {
        resolve(shown.message())
        void shown.accept()
      })
    })
    await sendButton(dialog).click()
    expect(await alert).toBe('Failed to submit enquiry. Please try again.')
    await expect(dialog.getByLabel('First Name')).toHaveValue('Grace')
    await expect(sendButton(dialog)).toBeEnabled()
  })
})
