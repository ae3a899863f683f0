import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import type { openReview } from '@arcadia/contract/reviews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { ReviewFields } from './review-fields.tsx'
import { linkedReviewQuery, myReviewsQuery, tripsToReview } from './reviews.queries.ts'
import { TellAFriend } from './tell-a-friend.tsx'
import { type ReviewFormState, THANKS, useLinkedReviewForm, useOwnReviewForm } from './use-review-form.ts'

interface RateTripProps {
  /** Nothing else on the page is amber. */
  isMain: boolean
}

/** Asks a signed-in guest on the page of the trip how it was, until it is reviewed (docs/rules.md §11.13). */
export function RateOwnTrip({ booking, ...props }: RateTripProps & { booking: Booking }) {
  const { data: reviews } = useQuery(myReviewsQuery)
  const [isSent, setSent] = useState(false)
  const form = useOwnReviewForm(booking, () => setSent(true))
  if (!isSent && (!reviews || tripsToReview([booking], reviews).length === 0)) return null
  return <Rating {...{ form, isSent }} {...props} />
}

/** The same by the booking's link. */
export function RateLinkedTrip({ token, ...props }: RateTripProps & { token: string }) {
  const { data: asked } = useQuery(linkedReviewQuery(token))
  return asked && !asked.said && <RateAsked {...{ token, asked }} {...props} />
}

function RateAsked({ token, asked, ...props }: RateTripProps & { token: string; asked: Output<typeof openReview> }) {
  const [isSent, setSent] = useState(false)
  const form = useLinkedReviewForm({ token, asked, stars: 0, onSent: () => setSent(true) })
  return <Rating {...{ form, isSent }} {...props} />
}

/** Five stars; a tapped one shows what else can be said. */
function Rating({ form, isSent, isMain }: RateTripProps & { form: ReviewFormState; isSent: boolean }) {
  if (isSent)
    return (
      <div className="trip__rate">
        <FormAnswer>{THANKS}</FormAnswer>
        <div className="trip__acts">
          <TellAFriend />
        </div>
      </div>
    )
  const isTapped = Number(form.watch('stars')) > 0
  return (
    <form className="trip__rate" noValidate onSubmit={form.submit}>
      <div>
        <h2 className="display h3">How was it?</h2>
        {!isTapped && <p className="trip__note">Tap a star. Add words and photos if you like.</p>}
      </div>
      <ReviewFields form={form} isStarsAlone={!isTapped} />
      {isTapped && (
        <>
          <FormError>{form.error}</FormError>
          <Button type="submit" variant={isMain ? 'cta' : 'ink'} busy={form.isBusy} busyLabel="Sending...">
            Send review
          </Button>
        </>
      )}
    </form>
  )
}
