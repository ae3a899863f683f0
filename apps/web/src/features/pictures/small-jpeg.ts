import { LONGEST_SIDE, MAX_PICTURE_TEXT } from '@arcadia/contract/pictures'

/** The picture of a data URL, as it is sent. */
export const jpegOf = (dataUrl: string) => dataUrl.replace(/^.*,/, '')

/**
 * A photo as a JPEG data URL, small enough to send. Redrawing strips where it was taken.
 * @throws Error with a message for people when this browser can't read the file as a photo
 */
export async function smallJpeg(file: File): Promise<string> {
  const photo = await createImageBitmap(file).catch(() => {
    throw new Error("This file can't be read as a photo. Please choose a JPEG or PNG.")
  })
  const fit = Math.min(1, LONGEST_SIDE / Math.max(photo.width, photo.height))
  for (const [scale, quality] of [
    [1, 0.85],
    [1, 0.6],
    [0.5, 0.6],
  ] as const) {
    const url = drawn(photo, fit * scale).toDataURL('image/jpeg', quality)
    if (jpegOf(url).length <= MAX_PICTURE_TEXT) return url
  }
  throw new Error('Please choose a smaller photo.')
}

function drawn(photo: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(photo.width * scale))
  canvas.height = Math.max(1, Math.round(photo.height * scale))
  canvas.getContext('2d')!.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return canvas
}
