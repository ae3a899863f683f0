import { Button } from '../../ui/button.tsx'
import { PicturePicker } from '../pictures/picture-picker.tsx'

interface GuidePhotoProps {
  /** The saved photo's address, a chosen one as a data URL, or nothing. */
  value: string
  onChange: (photo: string) => void
}

/** The guide's photo, as a field of the form around it. */
export function GuidePhoto({ value, onChange }: GuidePhotoProps) {
  return (
    <div id="guide-photo" className="flex scroll-mt-6 flex-wrap items-end gap-4 min-[44rem]:col-span-3">
      {value && <img src={value} alt="Your guide" width={160} height={120} className="rounded-1 object-cover" />}
      <PicturePicker
        label={value ? 'Choose another photo' : "Add your guide's photo"}
        onChange={([photo = '']) => onChange(photo)}
      />
      {value && (
        <Button variant="text" onClick={() => onChange('')}>
          Remove the photo
        </Button>
      )}
    </div>
  )
}
