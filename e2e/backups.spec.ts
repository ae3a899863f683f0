import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { portal } from '@arcadia/contract/addresses'
import { NO_PLACE, setSecondPlace } from '@arcadia/contract/admin/backups'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { expect, test } from './support/test.ts'

test('an owner writes the recovery key down, tries it on the backup that follows, and sets a second place', async ({
  page,
  app,
}) => {
  await openPortal(page, portal.configuration.backups.href())
  const key = page.getByRole('region', { name: 'Recovery key' })
  await expect(key).toContainText('Nobody has a recovery key yet')
  await expectAccessible(page)
  await key.getByRole('button', { name: 'Make my recovery key' }).click()

  const shown = page.getByRole('region', { name: 'Write this down' })
  await expect(shown.getByRole('listitem')).toHaveCount(7)
  await expectAccessibleAtEveryWidth(page)
  const paper = (await shown.getByRole('listitem').allTextContents()).join(' ').toLowerCase()
  await shown.getByRole('button', { name: 'I wrote it down' }).click()
  await expect(shown).toBeHidden()
  await expect(page.locator('main')).not.toContainText(paper.slice(0, 4).toUpperCase())

  const backups = page.getByRole('region', { name: 'Backups', exact: true })
  await expect(backups.getByRole('listitem')).toHaveCount(1)
  await expect(backups.getByRole('listitem')).toContainText('Checked')
  await key.getByLabel('Try my recovery key').fill(`${paper.slice(0, -1)}${paper.endsWith('7') ? 'f' : '7'}`)
  await key.getByRole('button', { name: 'Open the last backup' }).click()
  await expect(key).toContainText("That isn't a recovery key.")
  await key.getByLabel('Try my recovery key').fill(paper)
  await key.getByRole('button', { name: 'Open the last backup' }).click()
  await expect(key.getByRole('status')).toContainText('It opens.')
  await expect(key).toContainText('It opened a backup on')

  const second = page.getByRole('region', { name: 'Second place' })
  await expect(second).toContainText("on the server's own disk")
  await second.getByRole('button', { name: 'Add a second place' }).click()
  await second.getByLabel('Copy each backup to').selectOption('A folder on another disk')
  const folder = join(app.dataDir, 'another-disk')
  await second.getByLabel('Folder on the server').fill(folder)
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second).toContainText('There is no such folder. Is the disk connected?')
  await mkdir(folder)
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second).toContainText('This folder is on the same disk')
  await expect(backups.getByRole('listitem')).toContainText('In the second place')
  expect(await readdir(folder)).toEqual(await readdir(join(app.dataDir, 'backups')))
  await expectAccessibleAtEveryWidth(page)

  await backups.getByRole('button', { name: 'Back up now' }).click()
  await expect(backups.getByRole('listitem')).toHaveCount(2)
  await asAdmin.call(setSecondPlace, { body: NO_PLACE })
})
