import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import {
  type NewReview,
  type OwnReview,
  type openReview,
  refusePictures,
  Said,
  saveReview,
  sendReview,
} from '@arcadia/contract/reviews'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { jpegOf } from '../pictures/small-jpeg.ts'

export type ReviewFormState = ReturnType<typeof useReviewForm>
export type ReviewPicturesState = ReturnType<typeof usePictures>

/** A signed-in guest's review of the trip of a booking. */
export const useOwnReviewForm = ({ id }: Booking, onSent: (review: OwnReview) => void) =>
  useReviewForm({ trip: id, send: (said) => call(saveReview, { body: { ...said, bookingId: id } }), onSent })

/** A review by a booking's own link, from what was said so far and the star that was tapped; zero for none. */
export const useLinkedReviewForm = (about: {
  token: string
  asked: Output<typeof openReview>
  stars: number
  onSent: (review: OwnReview) => void
}) => {
  const { token, asked, stars, onSent } = about
  return useReviewForm({
    trip: token,
    stars: stars || (asked.said?.stars ?? 0),
    text: asked.said?.text ?? '',
    sentBefore: asked.said?.pictures ?? 0,
    send: (written) => call(sendReview, { body: { ...written, token } }),
    onSent,
  })
}

/** A review of one trip; what is typed is kept until it is sent, but for the photos. */
export function useReviewForm(about: {
  trip: string | number
  /** Zero: none is chosen yet, which the schema refuses. */
  stars?: number
  text?: string
  /** How many photos were sent with it before. */
  sentBefore?: number
  send: (said: Omit<NewReview, 'bookingId'>) => Promise<OwnReview>
  onSent: (review: OwnReview) => void
}) {
  const { trip, stars = 0, text = '', sentBefore = 0, send, onSent } = about
  const form = useDraftForm(`review.${trip}`, Said, { stars, text }, stars ? ['text'] : ['stars', 'text'])
  // A radio button is checked by its text.
  const choose = useEffectEvent(() => form.set('stars', String(stars)))
  useEffect(() => {
    if (stars) choose()
  }, [stars])

  const pictures = usePictures(sentBefore)
  const submit = form.submit(
    (said) => send({ ...said, ...pictures.sent }),
    (review) => {
      form.forget()
      onSent(review)
    },
  )
  return {
    ...form,
    pictures,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (pictures.check()) void submit(event)
    },
  }
}

/** The photos of a review, as data URLs. */
function usePictures(sentBefore: number) {
  const [chosen, setChosen] = useState<string[]>([])
  const [everyoneAgreed, setAgreed] = useState(false)
  const [error, setError] = useState<string>()
  const sent = chosen.length > 0 ? { pictures: chosen.map(jpegOf), everyoneAgreed } : {}
  return {
    chosen,
    everyoneAgreed,
    sentBefore,
    error,
    /** Nothing of those sent before is left out. */
    sent,
    setChosen,
    setAgreed(isSaid: boolean) {
      setAgreed(isSaid)
      setError(undefined)
    },
    /** Whether they can be sent. */
    check(): boolean {
      const wrong = refusePictures(sent)
      setError(wrong?.message)
      if (wrong) document.getElementById(wrong.path)?.focus()
      return !wrong
    },
  }
}
