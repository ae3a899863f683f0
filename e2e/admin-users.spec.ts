import { readFile } from 'node:fs/promises'
import { getMe } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import { getDashboard } from '@arcadia/contract/admin/dashboard'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { api, dialogsClosed, expect, PHONE, test } from './support/test.ts'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the owner sorts and exports the accounts, finds one, deactivates and reactivates it, and sees its details; closing them returns focus', async ({
    page,
    angler,
  }) => {
    await openPortal(page, portal.users.href())
    await page.getByLabel('Sort by').selectOption('Email, descending')
    await expect(page).toHaveURL(/sort=-email/)
    await expectAccessible(page)
    const exportFor = async (purpose: string) => {
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const dialog = page.getByRole('dialog', { name: 'Where will you open the file?' })
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: purpose }).click(),
      ])
      await dialogsClosed(page)
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    const HEAD = 'Username,First name,Last name,Email,Phone,Role,Active,Bookings,Since (Eastern)\r\n'
    const exact = await exportFor('In another program')
    expect(exact.name).toMatch(/^users-\d{4}-\d\d-\d\d-exact\.csv$/)
    expect(exact.text.startsWith(HEAD)).toBe(true)
    expect(exact.text).toContain(',(863) 555-0142,')
    const sheet = await exportFor('In a spreadsheet')
    expect(sheet.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
    expect(sheet.text.startsWith(`\uFEFF${HEAD}`)).toBe(true)
    expect(sheet.text).toContain(',(863) 555-0142,')
    const { totalUsers } = await asAdmin.call(getDashboard)
    expect(sheet.text.trimEnd().split('\r\n').length - 1).toBeGreaterThanOrEqual(totalUsers)
    await page.setViewportSize({ width: 1440, height: 900 })
    const head = page.getByRole('columnheader', { name: 'Email' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expectAccessible(page)
    await head.getByRole('button').press('Enter')
    await expect(page).not.toHaveURL(/sort=/)
    await page.setViewportSize(PHONE.viewport)

    await page.getByRole('searchbox', { name: 'Search users' }).fill(angler.username)
    await expect(page).toHaveURL(new RegExp(`q=${angler.username}`))
    const active = page.getByRole('switch', { name: 'Ada Angler is active' })
    await expect(active).toHaveCount(1)
    await active.click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate account' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(active).toBeChecked()
    await active.click()
    await dialog.getByRole('button', { name: 'Deactivate Ada Angler' }).click()
    await expect(active).not.toBeChecked()
    await expect.poll(async () => (await api.answer(getMe, { token: angler.token })).status).toBe(401)
    await active.click()
    await expect(active).toBeChecked()
    const name = page.getByRole('link', { name: 'Ada Angler' })
    await name.click()
    const panel = page.getByRole('dialog', { name: 'Ada Angler' })
    await expect(panel.getByText(angler.email)).toBeVisible()
    await expect(panel.getByText('No bookings yet.')).toBeVisible()
    await expect(page).toHaveURL(/&id=\d+/)
    const address = page.url()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(name).toBeFocused()
    await name.click()
    await expect(panel).toBeVisible()
    await page.goBack()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`q=${angler.username}$`))
    await page.goto(address)
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(page).not.toHaveURL(/&id=/)
  })
})
