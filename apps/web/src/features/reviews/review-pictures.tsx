import { ALL_AGREED, MOST_PICTURES } from '@arcadia/contract/reviews'
import { AgreeField } from '../../ui/field.tsx'
import { CloseButton } from '../../ui/icon-button.tsx'
import { PicturePicker } from '../pictures/picture-picker.tsx'
import type { ReviewPicturesState } from './use-review-form.ts'

/** Up to three photos, once everyone in them agrees. */
export function ReviewPictures({ pictures }: { pictures: ReviewPicturesState }) {
  const { chosen, sentBefore, everyoneAgreed, error, setChosen, setAgreed } = pictures
  const left = MOST_PICTURES - chosen.length
  return (
    <fieldset className="grid w-full min-w-0 justify-items-start gap-3">
      <legend className="float-left font-[600] text-ui/[1.35]">Photos, if you like</legend>
      {sentBefore > 0 && chosen.length === 0 && (
        <p className="text-ui text-ink-2">
          {sentBefore === 1 ? 'The photo' : `The ${sentBefore} photos`} you sent before will stay. New ones take their
          place.
        </p>
      )}
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {chosen.map((picture, index) => (
            <li key={picture} className="relative">
              <img
                src={picture}
                alt={`Number ${index + 1} of ${chosen.length}`}
                className="size-24 rounded-1 object-cover"
              />
              <CloseButton
                className="absolute top-0 right-0 bg-card"
                label={`Remove photo ${index + 1}`}
                onClick={() => setChosen(chosen.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <PicturePicker
          label={chosen.length > 0 ? 'Add another photo' : `Add up to ${MOST_PICTURES} photos`}
          atMost={left}
          onChange={(more) => setChosen([...chosen, ...more].slice(0, MOST_PICTURES))}
        />
      )}
      {chosen.length > 0 && (
        <AgreeField
          id="everyoneAgreed"
          name="everyoneAgreed"
          checked={everyoneAgreed}
          error={error}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        >
          {ALL_AGREED}
        </AgreeField>
      )}
    </fieldset>
  )
}
