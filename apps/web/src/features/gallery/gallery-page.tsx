import {
  deleteGalleryPhoto,
  type GalleryEntry,
  listGallery,
  orderGallery,
  publishGalleryPhoto,
} from '@arcadia/contract/admin/gallery'
import { GALLERY_PICTURES } from '@arcadia/contract/site/wording'
import { formatDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PicturePicker } from '../pictures/picture-picker.tsx'
import { UnseenPicture } from '../pictures/unseen-picture.tsx'
import { PhotoDialog } from './photo-dialog.tsx'

/** The owner's photographs for the site's gallery. */
export function GalleryPage() {
  const [added, setAdded] = useState<string>()
  return (
    <section className="grid max-w-[72rem] gap-4" aria-label="Gallery">
      <p className="muted small">
        Your photos come first on the site, in this order, and drawings fill up the rest of the {GALLERY_PICTURES}. A
        photo is on the site once you publish it.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <PicturePicker label="Add a photo" onChange={([photo]) => setAdded(photo)} />
      </div>
      <Loaded query={useQuery(queryOf(listGallery, {}))} height="h-60" isQuiet>
        {(photos) =>
          photos.length > 0 ? (
            <Photos photos={photos} />
          ) : (
            <p>No photos yet. Add one from your phone or computer; the site shows drawings until then.</p>
          )
        }
      </Loaded>
      {added && <PhotoDialog photo={{ dataUrl: added }} onClose={() => setAdded(undefined)} />}
    </section>
  )
}

function Photos({ photos }: { photos: readonly GalleryEntry[] }) {
  const [edited, setEdited] = useState<GalleryEntry>()
  const [toDelete, setToDelete] = useState<GalleryEntry>()
  const order = useMutation({ mutationFn: (ids: number[]) => call(orderGallery, { body: { ids } }) })
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteGalleryPhoto, { params: { id } }),
    onSuccess: () => setToDelete(undefined),
  })
  /** Puts a photo before the one it follows. */
  function moveUp(index: number) {
    const ids = photos.map(({ id }) => id)
    ids.splice(index - 1, 2, ids[index]!, ids[index - 1]!)
    order.mutate(ids)
  }
  return (
    <>
      <FailedBanner of={order.error ? order : remove} />
      <ul className="grid gap-4 min-[34rem]:grid-cols-2 min-[60rem]:grid-cols-3">
        {photos.map((photo, index) => (
          <PhotoCard
            key={photo.id}
            photo={photo}
            onUp={index > 0 ? () => moveUp(index) : undefined}
            onDown={index < photos.length - 1 ? () => moveUp(index + 1) : undefined}
            onEdit={() => setEdited(photo)}
            onDelete={() => setToDelete(photo)}
          />
        ))}
      </ul>
      {edited && <PhotoDialog photo={edited} onClose={() => setEdited(undefined)} />}
      {toDelete && (
        <ConfirmDialog
          title="Delete this photo?"
          confirmLabel="Delete the photo"
          isDanger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(toDelete.id)}
          onClose={() => setToDelete(undefined)}
        >
          <p>"{toDelete.caption}" is gone for good, also from the site.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface PhotoCardProps {
  photo: GalleryEntry
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

function PhotoCard({ photo, onUp, onDown, onEdit, onDelete }: PhotoCardProps) {
  const { id, picture, caption, takenOn, isShown } = photo
  const publish = useMutation({
    mutationFn: (to: boolean) => call(publishGalleryPhoto, { params: { id }, body: { isShown: to } }),
  })
  const ofIt = <span className="sr"> {caption}</span>
  return (
    <li className="grid content-start gap-3 rounded-1 border border-line bg-card p-4">
      <UnseenPicture id={picture} alt={caption} className="aspect-[4/3] w-full rounded-1 bg-bg-2 object-contain" />
      <div className="min-w-0">
        <p className="wrap-anywhere">{caption}</p>
        <p className="small muted">
          {takenOn && `${formatDate(takenOn)}. `}
          {isShown ? 'On the site.' : 'Not published.'}
        </p>
      </div>
      <FailedBanner of={publish} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant={isShown ? 'line' : 'ink'}
          busy={publish.isPending}
          onClick={() => publish.mutate(!isShown)}
        >
          {isShown ? 'Take off the site' : 'Publish'}
          {ofIt}
        </Button>
        <Button size="sm" onClick={onEdit}>
          Edit{ofIt}
        </Button>
        {onUp && (
          <Button size="sm" onClick={onUp}>
            Earlier{ofIt}
          </Button>
        )}
        {onDown && (
          <Button size="sm" onClick={onDown}>
            Later{ofIt}
          </Button>
        )}
        <Button size="sm" variant="text" onClick={onDelete}>
          Delete{ofIt}
        </Button>
      </div>
    </li>
  )
}
