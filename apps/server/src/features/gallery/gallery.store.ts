import type { GalleryEntry, GalleryText } from '@arcadia/contract/admin/gallery'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    gallery_photos: {
      id: Generated<number>
      picture_id: string
      caption: string
      taken_on: TripDate | null
      place: number
      added_at: Date
    }
  }
}

const photos = (db: Db) =>
  db
    .selectFrom('gallery_photos as g')
    .innerJoin('pictures as p', 'p.id', 'g.picture_id')
    .select(['g.id', 'p.id as picture', 'g.caption', 'g.taken_on as takenOn', 'p.is_shown as isShown'])
    .orderBy('g.place')
    .orderBy('g.id')

export async function listPhotos(db: Db): Promise<GalleryEntry[]> {
  return photos(db).execute()
}

/** Those that are published, with their sizes. */
export async function listShownPhotos(db: Db, atMost: number) {
  return photos(db).select(['p.width', 'p.height']).where('p.is_shown', '=', true).limit(atMost).execute()
}

/** Whoever changes the gallery at the same time waits. */
export async function lockGallery(tx: Db): Promise<GalleryEntry[]> {
  await sql`lock table gallery_photos in share row exclusive mode`.execute(tx)
  return listPhotos(tx)
}

export async function insertPhoto(tx: Db, now: Date, text: GalleryText, picture: string): Promise<number> {
  const { id } = await tx
    .insertInto('gallery_photos')
    .values({
      picture_id: picture,
      caption: text.caption,
      taken_on: text.takenOn,
      place: sql<number>`(select coalesce(max(place), 0) + 1 from gallery_photos)`,
      added_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePhoto(tx: Db, id: number, { caption, takenOn }: GalleryText): Promise<void> {
  await tx.updateTable('gallery_photos').set({ caption, taken_on: takenOn }).where('id', '=', id).execute()
}

/** Those not named come after, in the order they had. */
export async function placePhotos(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`update gallery_photos g set place = o.place from (
    select id, row_number() over (order by array_position(${ids}::integer[], id), place, id)::integer as place
    from gallery_photos) o where o.id = g.id`.execute(tx)
}

export async function deletePhoto(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('gallery_photos').where('id', '=', id).execute()
}
