import { LONGEST_SIDE } from '@arcadia/contract/pictures'
import { AppError } from '../../http/app-error.ts'

/** Our pages send at most `LONGEST_SIDE` squared; this stops decompression bombs. */
const MOST_PIXELS = 4_000_000

/** The first bytes of a JPEG. Nothing else reaches the decoder: an SVG could name other files. */
const JPEG = Buffer.of(0xff, 0xd8, 0xff)

export interface MadePicture {
  jpeg: Buffer
  width: number
  height: number
}

/**
 * Makes a sent picture anew from its pixels, upright and at most `LONGEST_SIDE` wide and high: a camera notes place and time in
 * the file, and what hides behind a picture stays out. Every pixel is decoded, because a truncated one would look broken on
 * every page.
 * @throws AppError `invalid-input` about the field `path`
 */
export async function makePicture(base64: string, path: string): Promise<MadePicture> {
  const refuse = (message: string): never => {
    throw new AppError('invalid-input', { message, path })
  }
  const noJpeg = () => refuse('Please choose a JPEG photo.')
  const sent = Buffer.from(base64, 'base64')
  if (!sent.subarray(0, JPEG.length).equals(JPEG)) noJpeg()
  // Loaded on demand, because sharp is large.
  const { default: sharp } = await import('sharp')
  const photo = sharp(sent, { limitInputPixels: false, failOn: 'warning' })
  const { width, height, format } = await photo.metadata().catch(noJpeg)
  if (format !== 'jpeg') noJpeg()
  if (width * height > MOST_PIXELS) refuse('Please choose a smaller photo.')
  const { data, info } = await photo
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
    .catch(noJpeg)
  return { jpeg: data, width: info.width, height: info.height }
}
