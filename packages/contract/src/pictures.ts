import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// One way to take a picture, for the guide, the gallery and reviews (docs/rules.md §11.14).

/** Of a kept picture, in pixels. */
export const LONGEST_SIDE = 1280

/** Base64 characters of a picture as it is sent (525 kB). */
export const MAX_PICTURE_TEXT = 700_000

const NO_JPEG = 'Please choose a JPEG photo.'

/** A JPEG in base64. The server makes it anew. */
export const SentPicture = z
  .string(NO_JPEG)
  .check(
    z.maxLength(MAX_PICTURE_TEXT, 'Please choose a smaller photo.'),
    z.regex(/^\/9j\/[A-Za-z0-9+/]*={0,2}$/, NO_JPEG),
  )

/** Random, so nobody finds a picture that is not shown. */
export const PictureId = z.string().check(z.regex(/^[\w-]{16,22}$/))

const picture = {
  method: 'GET',
  params: z.object({ id: PictureId }),
  response: 'photo',
  errors: ['not-found'],
} as const

export const getPicture = endpoint({
  ...picture,
  path: '/api/pictures/:id',
  access: 'public',
  summary: 'A picture that is published. Each picture has its own URL.',
})

export const getUnseenPicture = endpoint({
  ...picture,
  path: '/api/admin/pictures/:id',
  access: 'office',
  summary: 'A picture, published or not, for whoever decides about it.',
  failed: 'Failed to load the photo',
})
