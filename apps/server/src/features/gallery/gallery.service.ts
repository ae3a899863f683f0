import { isDeepStrictEqual } from 'node:util'
import type { GalleryEntry, GalleryText } from '@arcadia/contract/admin/gallery'
import { GALLERY_PICTURES } from '@arcadia/contract/site/wording'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf, recordChange } from '../audit-log/audit-log.writes.ts'
import { makePicture } from '../pictures/make-picture.ts'
import { deletePictures, keepPicture, showPictures } from '../pictures/pictures.writes.ts'
import { deletePhoto, insertPhoto, listPhotos, lockGallery, placePhotos, updatePhoto } from './gallery.store.ts'

/** The owner's photographs (docs/rules.md §11.16). */
export function createGallery({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  async function locked(tx: Db, id: number): Promise<GalleryEntry> {
    const found = (await lockGallery(tx)).find((photo) => photo.id === id)
    if (!found) throw new AppError('not-found')
    return found
  }
  const changed = async (tx: Db, id: number) => (await listPhotos(tx)).find((photo) => photo.id === id)!
  const record = (tx: Db, adminId: number, id: number, before: object | null, after: object | null) =>
    recordChange(tx, adminId, `gallery-photo.${after ? 'saved' : 'deleted'}`, id, before, after)

  return {
    /** @throws AppError `gallery-full`, `invalid-input` about the picture */
    async add(adminId: number, { jpeg, ...text }: GalleryText & { jpeg: string }): Promise<GalleryEntry> {
      const made = await makePicture(jpeg, 'jpeg')
      return inTransaction(db, clock, async (tx, now) => {
        if ((await lockGallery(tx)).length >= GALLERY_PICTURES) throw new AppError('gallery-full')
        const id = await insertPhoto(tx, now, text, await keepPicture(tx, now, made))
        await record(tx, adminId, id, null, text)
        return changed(tx, id)
      })
    },

    order: (adminId: number, ids: readonly number[]): Promise<GalleryEntry[]> =>
      inTransaction(db, clock, async (tx) => {
        const before = await lockGallery(tx)
        await placePhotos(tx, ids)
        const after = await listPhotos(tx)
        const idsOf = (photos: readonly GalleryEntry[]) => photos.map(({ id }) => id)
        const captions = (photos: readonly GalleryEntry[]) => ({ photos: photos.map(({ caption }) => caption) })
        if (!isDeepStrictEqual(idsOf(before), idsOf(after)))
          await recordChange(tx, adminId, 'gallery.ordered', 'photos', captions(before), captions(after))
        return after
      }),

    /** @throws AppError `not-found`, `changed-meanwhile` */
    change: (user: SignedIn, id: number, form: SentForm<GalleryText>): Promise<GalleryEntry> =>
      inTransaction(db, clock, async (tx) => {
        const { caption, takenOn } = await locked(tx, id)
        const before = { caption, takenOn }
        const after = { ...before, ...(await changesOf(tx, user, form, { kind: 'gallery-photo', id }, before)) }
        await record(tx, user.id, id, before, after)
        await updatePhoto(tx, id, after)
        return changed(tx, id)
      }),

    /** @throws AppError `not-found` */
    publish: (adminId: number, id: number, isShown: boolean): Promise<GalleryEntry> =>
      inTransaction(db, clock, async (tx) => {
        const before = await locked(tx, id)
        await showPictures(tx, [before.picture], isShown)
        await record(tx, adminId, id, { isShown: before.isShown }, { isShown })
        return changed(tx, id)
      }),

    /** @throws AppError `not-found` */
    delete: (adminId: number, id: number): Promise<void> =>
      inTransaction(db, clock, async (tx) => {
        const { picture, caption, takenOn } = await locked(tx, id)
        await deletePhoto(tx, id)
        await deletePictures(tx, [picture])
        await record(tx, adminId, id, { caption, takenOn }, null)
      }),
  }
}
