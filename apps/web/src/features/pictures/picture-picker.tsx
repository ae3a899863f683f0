import { useMutation } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { FormError } from '../../forms/form-error.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { smallJpeg } from './small-jpeg.ts'

interface PicturePickerProps {
  label: string
  /** How many may be chosen at once. */
  atMost?: number
  /** Data URLs, small enough to send. */
  onChange: (pictures: string[]) => void
}

/** Takes photos from the camera or the device and makes them smaller. */
export function PicturePicker({ label, atMost = 1, onChange }: PicturePickerProps) {
  const read = useMutation({
    mutationFn: (files: File[]) => Promise.all(files.slice(0, atMost).map(smallJpeg)),
    onSuccess: onChange,
  })
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    if (files.length > 0) read.mutate(files)
    // Lets the same file be chosen again.
    currentTarget.value = ''
  }
  return (
    <>
      <label
        className={buttonClass({}, 'cursor-pointer has-focus-visible:shadow-(--focus-ring)')}
        aria-busy={read.isPending}
      >
        <Camera className="icon max-w-[6vw]" aria-hidden />
        {read.isPending ? 'Reading the photo...' : label}
        <input
          type="file"
          className="sr"
          accept="image/*"
          multiple={atMost > 1}
          onChange={choose}
          disabled={read.isPending}
        />
      </label>
      <FormError>{read.error}</FormError>
    </>
  )
}
