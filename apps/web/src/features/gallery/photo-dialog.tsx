import { addGalleryPhoto, changeGalleryPhoto, type GalleryEntry, GalleryText } from '@arcadia/contract/admin/gallery'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { optional, TextField } from '../../ui/field.tsx'
import { jpegOf } from '../pictures/small-jpeg.ts'

/** Caption and date of a photo, a kept or a new one. */
export function PhotoDialog({ photo, onClose }: { photo: GalleryEntry | { dataUrl: string }; onClose: () => void }) {
  const kept = 'id' in photo ? photo : undefined
  const form = useDraftForm(`gallery.${kept?.id ?? 'new'}`, GalleryText, {
    caption: kept?.caption ?? '',
    takenOn: kept?.takenOn ?? '',
  })
  const submit = form.submit(
    (body, shown) =>
      'dataUrl' in photo
        ? call(addGalleryPhoto, { body: { ...body, jpeg: jpegOf(photo.dataUrl) } })
        : call(changeGalleryPhoto, { params: { id: photo.id }, body }, { shown }),
    () => {
      form.forget()
      onClose()
    },
  )
  return (
    <FormDialog
      title={kept ? 'Edit the photo' : 'Add a photo'}
      width={34}
      form={form}
      onSubmit={submit}
      submit={kept ? 'Save' : 'Add the photo'}
      busyLabel={kept ? 'Saving...' : 'Adding...'}
      onClose={onClose}
    >
      {'dataUrl' in photo && (
        <img src={photo.dataUrl} alt="" className="max-h-[40dvh] w-full rounded-1 bg-bg-2 object-contain" />
      )}
      <TextField
        {...form.field('caption')}
        label="Caption"
        help="For example, Alligator gar, 6 feet 2. It's also read to people who can't see the photo."
        autoComplete="off"
        data-autofocus
      />
      <TextField {...form.field('takenOn')} label={optional('Taken on')} type="date" />
    </FormDialog>
  )
}
