import { MAX_PHOTO_TEXT } from '@arcadia/contract/business'
import { useMutation } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { FormError } from '../../forms/form-error.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'

interface GuidePhotoProps {
  /** The saved photo's address, a chosen one as a data URL, or nothing. */
  value: string
  onChange: (photo: string) => void
}

/** The guide's photo, as a field of the form around it. */
export function GuidePhoto({ value, onChange }: GuidePhotoProps) {
  const read = useMutation({ mutationFn: smallJpeg, onSuccess: onChange })
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) read.mutate(file)
    // Lets the same file be chosen again.
    currentTarget.value = ''
  }
  return (
    <div
      id="guide-photo"
      className="flex scroll-mt-6 flex-wrap items-end gap-4 min-[44rem]:col-span-3"
      aria-busy={read.isPending}
    >
      {value && <img src={value} alt="Your guide" width={160} height={120} className="rounded-1" />}
      <label className={buttonClass({}, 'cursor-pointer has-focus-visible:shadow-(--focus-ring)')}>
        {value ? 'Choose another photo' : "Add your guide's photo"}
        <input type="file" className="sr" accept="image/*" onChange={choose} disabled={read.isPending} />
      </label>
      {value && (
        <Button variant="text" onClick={() => onChange('')}>
          Remove the photo
        </Button>
      )}
      <FormError>{read.error}</FormError>
    </div>
  )
}

/** The photo in a data URL, as it is sent. */
export const jpegOf = (dataUrl: string) => dataUrl.replace(/^.*,/, '')

/** The shape of the card showing it, at high-density resolution. */
const WIDTH = 880
const HEIGHT = 660

/**
 * The middle of a photo as a JPEG data URL, small enough to send. Redrawing strips where it was taken.
 * @throws Error with a message for people when this browser can't read the file as a photo
 */
async function smallJpeg(file: File): Promise<string> {
  const photo = await createImageBitmap(file).catch(() => {
    throw new Error("This file can't be read as a photo. Please choose a JPEG or PNG.")
  })
  for (const [scale, quality] of [
    [1, 0.8],
    [1, 0.6],
    [0.75, 0.6],
    [0.5, 0.6],
  ] as const) {
    const url = drawn(photo, scale).toDataURL('image/jpeg', quality)
    if (jpegOf(url).length <= MAX_PHOTO_TEXT) return url
  }
  throw new Error('Please choose a smaller photo.')
}

function drawn(photo: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * scale
  canvas.height = HEIGHT * scale
  const fit = Math.max(canvas.width / photo.width, canvas.height / photo.height)
  const [width, height] = [photo.width * fit, photo.height * fit]
  canvas.getContext('2d')!.drawImage(photo, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
  return canvas
}
