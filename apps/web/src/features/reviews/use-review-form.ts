import { Said } from '@arcadia/contract/reviews'
import { useEffect, useEffectEvent } from 'react'
import { useDraftForm } from '../../forms/use-draft-form.ts'

export type ReviewFormState = ReturnType<typeof useReviewForm>

/** A review of one trip; what is typed is kept until it is sent. */
export function useReviewForm(about: {
  trip: string | number
  /** Zero: none is chosen yet, which the schema refuses. */
  stars?: number
  text?: string
  send: (said: Said) => Promise<unknown>
  onSent: () => void
}) {
  const { trip, stars = 0, text = '', send, onSent } = about
  const form = useDraftForm(`review.${trip}`, Said, { stars, text }, stars ? ['text'] : ['stars', 'text'])
  // A radio button is checked by its text.
  const choose = useEffectEvent(() => form.set('stars', String(stars)))
  useEffect(() => {
    if (stars) choose()
  }, [stars])
  const submit = form.submit(send, () => {
    form.forget()
    onSent()
  })
  return { ...form, submit }
}
