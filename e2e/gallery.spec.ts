import { readFileSync } from 'node:fs'
import { addresses, portal } from '@arcadia/contract/addresses'
import { deleteGalleryPhoto, listGallery } from '@arcadia/contract/admin/gallery'
import { expectAccessible, expectAccessibleAtEveryWidth } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { BOTH_SIZES, expect, test } from './support/test.ts'

const file = {
  name: 'gar.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../apps/web/public/icon-192.png', import.meta.url)),
}

for (const [where, size] of BOTH_SIZES)
  test.describe(where, () => {
    test.use(size)

    test('the owner adds photographs with captions, orders and publishes them, and they come first in the gallery', async ({
      page,
    }) => {
      const captions = [`A gar ${where}`, `A bass ${where}`]
      await openPortal(page, portal.configuration.gallery.href())
      const gallery = page.getByRole('region', { name: 'Gallery' })
      for (const caption of captions) {
        await gallery.getByLabel('Add a photo').setInputFiles(file)
        const dialog = page.getByRole('dialog', { name: 'Add a photo' })
        await dialog.getByRole('button', { name: 'Add the photo' }).click()
        await expect(dialog.getByText('A caption is required')).toBeVisible()
        await dialog.getByLabel('Caption').fill(caption)
        await dialog.getByLabel('Taken on').fill('2026-05-17')
        await expectAccessible(page, '[role=dialog]')
        await dialog.getByRole('button', { name: 'Add the photo' }).click()
        await expect(dialog).toHaveCount(0)
      }
      const photo = (caption: string) => gallery.getByRole('listitem').filter({ hasText: caption })
      await expect(photo(captions[0]!).getByRole('img', { name: captions[0]! })).toBeVisible()
      await photo(captions[1]!).getByRole('button', { name: 'Earlier' }).click()
      await expect(gallery.getByRole('listitem').filter({ hasText: where }).first()).toContainText(captions[1]!)
      for (const caption of captions) {
        await photo(caption).getByRole('button', { name: 'Publish' }).click()
        await expect(photo(caption)).toContainText('On the site.')
      }
      await expectAccessibleAtEveryWidth(page)

      await page.goto(addresses.home.href())
      const pictures = page.getByRole('region', { name: 'Pictures' })
      await pictures.scrollIntoViewIfNeeded()
      const shown = pictures.getByRole('img')
      await expect(shown).toHaveCount(29)
      await expect(pictures.getByRole('img', { name: captions[0]! })).toBeAttached()
      const first = await shown.first().getAttribute('src')
      expect((await page.request.get(first!)).headers()['content-type']).toBe('image/jpeg')
      await expect(pictures.locator('figcaption', { hasText: captions[0]! }).first()).toContainText('May 2026')

      for (const { id, caption } of await asAdmin.call(listGallery, {}))
        if (captions.includes(caption)) await asAdmin.call(deleteGalleryPhoto, { params: { id } })
      await page.reload()
      await pictures.scrollIntoViewIfNeeded()
      await expect(pictures.getByRole('img', { name: captions[0]! })).toHaveCount(0)
    })
  })
