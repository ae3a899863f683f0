import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from '../environment.ts'

/** The pictures of emails and what they show. `npm run art` makes them of plates (docs/rules.md §8.11). */
export const PICTURES = {
  booked: 'A wooden landing with a waiting skiff at the start of the morning',
  'called-off': 'A summer thunderhead climbs over flat palm country',
} as const
export type PictureName = keyof typeof PICTURES

const readPicture = (name: PictureName) => readFile(join(checkout, `apps/server/pictures/${name}.jpg`))

/** Where the HTML finds the picture: in the email itself, so that opening it tells nobody. */
export const addressOfPicture = (name: PictureName) => `cid:${name}@picture`

/** The picture as a part of the email. */
export async function attachedPicture(name: PictureName) {
  const content = await readPicture(name)
  return {
    filename: `${name}.jpg`,
    contentType: 'image/jpeg',
    cid: `${name}@picture`,
    contentDisposition: 'inline' as const,
    content,
  }
}

/** The HTML for a browser, with the picture in it. */
export async function withPicture(html: string, name: PictureName): Promise<string> {
  const data = (await readPicture(name)).toString('base64')
  return html.replace(addressOfPicture(name), `data:image/jpeg;base64,${data}`)
}
