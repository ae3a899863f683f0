import { portal } from '@arcadia/contract/addresses'
import { createEnquiry, searchEnquiries, setEnquiryStatus } from '@arcadia/contract/enquiries'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { api, expect, PHONE, test } from './support/test.ts'

async function anEnquiry(lastName: string): Promise<void> {
  const message = `${'We are two brothers. '.repeat(6)}Is July better?`
  const person = {
    firstName: 'Enid',
    lastName,
    email: `${lastName}@example.com`,
    phone: '555-0142',
    country: 'UK' as const,
  }
  await api.call(createEnquiry, { body: { ...person, message } })
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the owner finds an enquiry, adds a note and updates its status', async ({ page }) => {
    const lastName = `Quill${Date.now()}`
    await anEnquiry(lastName)
    await openPortal(page, portal.enquiries.href({ q: lastName }))
    await expect(page.getByText(/brothers\. We are two broth…$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: `Enid ${lastName}` }).click()
    const dialog = page.getByRole('dialog', { name: `Enid ${lastName}` })
    await expect(dialog.getByText('Is July better?')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByLabel('Status').selectOption('In progress')
    await dialog.getByLabel('Admin notes').fill('Called back.')
    await page.route(`**${setEnquiryStatus.path.replace(':id', '*')}`, (route) =>
      route.fulfill({ status: 500, body: 'x' }),
    )
    await dialog.getByRole('button', { name: 'Update Status' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to update enquiry status')
    await expect(dialog.getByLabel('Admin notes')).toHaveValue('Called back.')
    await page.unroute(`**${setEnquiryStatus.path.replace(':id', '*')}`)
    await dialog.getByRole('button', { name: 'Update Status' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/&id=/)
    const body = await asAdmin.call(searchEnquiries, { query: { q: lastName } })
    expect(body.content[0]).toMatchObject({ status: 'IN_PROGRESS', adminNotes: 'Called back.' })
    await page
      .getByRole('group', { name: 'Enquiries by status' })
      .getByRole('button', { name: /^In progress/ })
      .click()
    await expect(page).toHaveURL(/status=in_progress/)
    await page.getByRole('link', { name: `Enid ${lastName}` }).click()
    const history = dialog.getByRole('region', { name: 'Change log' })
    await expect(history.getByText('Admin notes: Called back.')).toBeVisible()
  })
})
