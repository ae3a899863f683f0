import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { isWorthAsking, type OwnReview, type openReview } from '@arcadia/contract/reviews'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { ReviewFields } from './review-fields.tsx'
import { linkedReviewQuery, myReviewsQuery } from './reviews.queries.ts'
import { type SaidBefore, SentReview, saidOf } from './sent-review.tsx'
import { TellAFriend } from './tell-a-friend.tsx'
import { type ReviewFormState, useLinkedReviewForm, useOwnReviewForm } from './use-review-form.ts'

interface RateTripProps {
  /** Nothing else on the page is amber. */
  isMain: boolean
}

/** Asks a signed-in guest on the page of the trip how it was, and shows the answer back (docs/rules.md §11.13). */
export function RateOwnTrip({ booking, ...props }: RateTripProps & { booking: Booking }) {
  const { data: reviews } = useQuery(myReviewsQuery)
  const { business } = useSiteData()
  const now = useMinute()
  const [sent, setSent] = useState<OwnReview>()
  const form = useOwnReviewForm(booking, setSent)
  const said = sent ?? reviews?.find(({ bookingId }) => bookingId === booking.id)
  if (!said && !(reviews && isWorthAsking(booking, business, now))) return null
  return <Rating {...{ form, ...props }} said={said && saidOf(said)} isNew={sent !== undefined} />
}

/** The same by the booking's link. */
export function RateLinkedTrip({ token, ...props }: RateTripProps & { token: string }) {
  const { data: asked } = useQuery(linkedReviewQuery(token))
  return asked && <RateAsked {...{ token, asked }} {...props} />
}

function RateAsked({ token, asked, ...props }: RateTripProps & { token: string; asked: Output<typeof openReview> }) {
  const [sent, setSent] = useState<OwnReview>()
  const client = useQueryClient()
  const form = useLinkedReviewForm({
    token,
    asked,
    stars: 0,
    onSent(review) {
      setSent(review)
      client.setQueryData(linkedReviewQuery(token).queryKey, { ...asked, said: saidOf(review) })
    },
  })
  return <Rating {...{ form, ...props }} said={sent ? saidOf(sent) : asked.said} isNew={sent !== undefined} />
}

interface RatingProps extends RateTripProps {
  form: ReviewFormState
  said: SaidBefore | null | undefined
  /** It was sent just now. */
  isNew: boolean
}

/** Five stars; a tapped one shows what else can be said. */
function Rating({ form, said, isNew, isMain }: RatingProps) {
  if (said)
    return (
      <section className="trip__rate">
        <h2 className="display h3">Your review</h2>
        <SentReview {...{ said, isNew }} />
        {isNew && <TellAFriend />}
      </section>
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
