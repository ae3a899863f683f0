import { addressOf } from '@arcadia/contract/addresses'
import * as calls from '@arcadia/contract/admin/gallery'
import { getPicture } from '@arcadia/contract/pictures'
import type { GalleryPhoto } from '@arcadia/contract/site/site-data'
import { GALLERY_PICTURES } from '@arcadia/contract/site/wording'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createGallery } from './gallery.service.ts'
import { listPhotos, listShownPhotos } from './gallery.store.ts'

export function galleryFeature(deps: Pick<Base, 'db' | 'clock'>) {
  const { db } = deps
  const gallery = createGallery(deps)
  return {
    name: 'gallery',
    api: {
      /** The published photographs, as pages show them. */
      async listShown(): Promise<GalleryPhoto[]> {
        const shown = await listShownPhotos(db, GALLERY_PICTURES)
        return shown.map(({ picture, caption, takenOn, width, height }) => ({
          src: addressOf(getPicture, { params: { id: picture } }),
          caption,
          takenOn,
          width,
          height,
        }))
      },
    },
    endpoints: [
      serve(calls.listGallery, () => listPhotos(db)),
      serve(calls.addGalleryPhoto, ({ user, body }) => gallery.add(user.id, body)),
      serve(calls.orderGallery, ({ user, body }) => gallery.order(user.id, body.ids)),
      serve(calls.changeGalleryPhoto, ({ user, params, form }) => gallery.change(user, params.id, form)),
      serve(calls.deleteGalleryPhoto, ({ user, params }) => gallery.delete(user.id, params.id)),
      serve(calls.publishGalleryPhoto, ({ user, params, body }) => gallery.publish(user.id, params.id, body.isShown)),
    ],
  } satisfies Feature
}
