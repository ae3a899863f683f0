import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GIFT_PICTURES } from '@arcadia/contract/gift-pictures'
import sharp from 'sharp'
import { encode } from 'uqr'
import { checkout } from '../environment.ts'

/** The pictures of emails and what they show. `npm run art` makes them of plates (docs/rules.md §8.11). */
export const PICTURES = {
  booked: 'A wooden landing with a waiting skiff at the start of the morning',
  'called-off': 'A summer thunderhead climbs over flat palm country',
  asked: 'A skiff with three anglers heads home below a low sun',
  'gift-cypress': GIFT_PICTURES.cypress,
  'gift-redtail': GIFT_PICTURES.redtail,
  'gift-moss': GIFT_PICTURES.moss,
  'gift-kites': GIFT_PICTURES.kites,
} as const
export type PictureName = keyof typeof PICTURES

/** What an email shows beside its words. */
export interface Shown {
  picture?: PictureName
  /** The URL that its QR code stands for. */
  qr?: string
}

/** Dots a side of each square of a QR code. */
const DOTS = 8

/** Where the HTML finds a picture: in the email itself, so that opening it tells nobody. */
export const addressOfPicture = (name: PictureName | 'qr') => `cid:${name}@picture`

/** The pictures as parts of the email. */
export async function attachedPictures({ picture, qr }: Shown) {
  const jpeg = picture && {
    ...part(picture, 'jpg', 'image/jpeg'),
    content: await readFile(join(checkout, `apps/server/pictures/${picture}.jpg`)),
  }
  const png = qr && { ...part('qr', 'png', 'image/png'), content: await drawQr(qr) }
  return [jpeg, png].filter((one) => typeof one === 'object')
}

const part = (name: PictureName | 'qr', ending: string, contentType: string) => ({
  filename: `${name}.${ending}`,
  contentType,
  cid: `${name}@picture`,
  contentDisposition: 'inline' as const,
})

/** Black on white with the quiet zone of four squares. */
async function drawQr(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * DOTS, size * DOTS, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** The HTML for a browser, with the pictures in it. */
export async function withPictures(html: string, shown: Shown): Promise<string> {
  const parts = await attachedPictures(shown)
  return parts.reduce(
    (page, { cid, contentType, content }) =>
      page.replace(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  )
}
