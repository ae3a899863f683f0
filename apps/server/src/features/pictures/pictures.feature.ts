import { getPicture, getUnseenPicture } from '@arcadia/contract/pictures'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { findPicture } from './pictures.store.ts'

export function picturesFeature({ db }: Pick<Base, 'db'>) {
  return {
    name: 'pictures',
    api: {},
    endpoints: [
      serve(getPicture, async ({ params, reply }) => {
        const picture = await findPicture(db, params.id)
        if (!picture?.isShown) throw new AppError('not-found')
        reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${params.id}"`)
        return picture.jpeg
      }),
      serve(getUnseenPicture, async ({ params }) => {
        const picture = await findPicture(db, params.id)
        if (!picture) throw new AppError('not-found')
        return picture.jpeg
      }),
    ],
  } satisfies Feature
}
