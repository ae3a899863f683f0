import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath } from '../fields.ts'
import { PictureId, SentPicture } from '../pictures.ts'
import { requiredLine } from '../text-fields.ts'
import { TripDate } from '../trip-date.ts'

export const GalleryText = z.strictObject({
  caption: requiredLine('A caption', 120),
  /** When it was taken; null or empty if nobody says. */
  takenOn: z.codec(z.nullable(z.string()), z.nullable(TripDate), {
    decode: (given) => given || null,
    encode: (kept) => kept,
  }),
})
export type GalleryText = z.infer<typeof GalleryText>

/** A photograph of the owner's. */
export const GalleryEntry = z.object({
  id: Id,
  picture: PictureId,
  caption: z.string(),
  takenOn: z.nullable(TripDate),
  isShown: z.boolean(),
})
export type GalleryEntry = z.infer<typeof GalleryEntry>

export const errors = {
  'gallery-full': { status: 409, message: 'The gallery is full. Delete a photo first.' },
} as const

const all = z.array(GalleryEntry)

export const listGallery = endpoint({
  method: 'GET',
  path: '/api/admin/gallery',
  access: 'owner',
  summary: "The owner's photographs, in their order, published or not.",
  failed: 'Failed to load the gallery',
  response: all,
})

export const addGalleryPhoto = endpoint({
  method: 'POST',
  path: '/api/admin/gallery',
  access: 'owner',
  summary: 'Adds a photograph at the end, not published yet.',
  failed: 'Failed to add the photo',
  takesPictures: 1,
  body: z.extend(GalleryText, { jpeg: SentPicture }),
  response: GalleryEntry,
  status: 201,
  errors: ['gallery-full'],
})

export const orderGallery = endpoint({
  method: 'PUT',
  path: '/api/admin/gallery',
  access: 'owner',
  summary: 'Puts the photographs into this order; those not named come after them.',
  failed: 'Failed to move the photo',
  body: z.strictObject({ ids: z.array(Id).check(z.maxLength(100)) }),
  response: all,
})

export const changeGalleryPhoto = endpoint({
  method: 'PUT',
  path: '/api/admin/gallery/:id',
  access: 'owner',
  overwrites: true,
  summary: 'Changes the caption and the date of a photograph.',
  failed: 'Failed to save the photo',
  params: z.object({ id: IdInPath }),
  body: GalleryText,
  response: GalleryEntry,
})

export const deleteGalleryPhoto = endpoint({
  method: 'DELETE',
  path: '/api/admin/gallery/:id',
  access: 'owner',
  summary: 'Deletes a photograph.',
  failed: 'Failed to delete the photo',
  params: z.object({ id: IdInPath }),
  response: null,
})

export const publishGalleryPhoto = endpoint({
  method: 'PUT',
  path: '/api/admin/gallery/:id/shown',
  access: 'owner',
  summary: 'Publishes a photograph, or takes it off the site.',
  failed: 'Failed to publish the photo',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ isShown: z.boolean() }),
  response: GalleryEntry,
})
