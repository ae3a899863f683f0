import { type BusinessFacts, changeGuidePhoto, MAX_PHOTO_TEXT } from '@arcadia/contract/business'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { businessFactsQuery } from './business.queries.ts'

/** The guide's photo, saved as soon as it is chosen. */
export function GuidePhoto({ facts: { guidePhoto } }: { facts: BusinessFacts }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      call(changeGuidePhoto, { body: { jpeg: file && (await smallJpeg(file)) } }),
    onSuccess: (facts) => {
      client.setQueryData(businessFactsQuery.queryKey, (known) => known && { ...known, facts })
      toast(facts.guidePhoto ? "Guide's photo updated" : "Guide's photo removed")
    },
  })
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) change.mutate(file)
    // Lets the same file be chosen again.
    currentTarget.value = ''
  }
  return (
    <div id="guide-photo" className="mt-5 flex scroll-mt-6 flex-wrap items-end gap-4" aria-busy={change.isPending}>
      {guidePhoto && <img src={guidePhoto} alt="Your guide" width={160} height={120} className="rounded-1" />}
      <label className={buttonClass({}, 'cursor-pointer has-focus-visible:shadow-(--focus-ring)')}>
        {guidePhoto ? 'Choose another photo' : "Add your guide's photo"}
        <input type="file" className="sr" accept="image/*" onChange={choose} disabled={change.isPending} />
      </label>
      {guidePhoto && (
        <Button variant="text" busy={change.isPending} onClick={() => change.mutate(null)}>
          Remove the photo
        </Button>
      )}
      <FormError>{change.error}</FormError>
    </div>
  )
}

/** The shape of the card showing it, at high-density resolution. */
const WIDTH = 880
const HEIGHT = 660

/**
 * The middle of a photo as base64 JPEG, small enough to send. Redrawing strips where it was taken.
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
    const text = drawn(photo, scale).toDataURL('image/jpeg', quality).replace(/^.*,/, '')
    if (text.length <= MAX_PHOTO_TEXT) return text
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
