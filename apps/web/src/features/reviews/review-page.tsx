import { addresses } from '@arcadia/contract/addresses'
import type { Output } from '@arcadia/contract/endpoint'
import type { OwnReview, openReview } from '@arcadia/contract/reviews'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd } from '../../ui/dialog.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { ReviewFields } from './review-fields.tsx'
import { linkedReviewQuery } from './reviews.queries.ts'
import { SentReview, saidOf } from './sent-review.tsx'
import { TellAFriend } from './tell-a-friend.tsx'
import { useLinkedReviewForm } from './use-review-form.ts'

/** Asks by the link of a booking's emails how the trip was (docs/rules.md §11.13). */
export function ReviewPage() {
  // Stays in the address: a phone may reload the page.
  const { hash } = useLocation()
  const token = readToken(hash)
  const stars = Number(/^#[\w-]+\.([1-5])/.exec(hash)?.[1] ?? 0)
  const id = useLinkId(addresses.review)
  return (
    <PlatePage title="How was it?" isWide>
      {token ? <LinkedReview key={hash} token={token} stars={stars} /> : <FreshLink id={id} page="review" />}
    </PlatePage>
  )
}

function LinkedReview({ token, stars }: { token: string; stars: number }) {
  const { data, error, refetch } = useQuery(linkedReviewQuery(token))
  if (data) return <AskedForm token={token} stars={stars} asked={data} />
  if (error instanceof ApiError && error.status < 429 && error.status >= 400)
    return (
      <DialogEnd way={backToHome}>
        <Banner>{error.message}</Banner>
      </DialogEnd>
    )
  return (
    <DialogBody>
      {error ? <TryAgainBanner error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full" />}
    </DialogBody>
  )
}

interface AskedFormProps {
  token: string
  /** The star that was tapped in the email; zero for none. */
  stars: number
  asked: Output<typeof openReview>
}

function AskedForm({ token, stars, asked }: AskedFormProps) {
  const { tripDate, said } = asked
  const [sent, setSent] = useState<OwnReview>()
  const form = useLinkedReviewForm({ token, asked, stars, onSent: setSent })
  if (sent)
    return (
      <DialogEnd
        way={
          <>
            <LinkButton to={addresses.season.href()} variant="cta">
              Book again
            </LinkButton>
            <TellAFriend />
          </>
        }
      >
        <SentReview said={saidOf(sent)} isNew />
      </DialogEnd>
    )
  return (
    <FormView form={form} onSubmit={form.submit} submit="Send review" busyLabel="Sending...">
      <p className="text-ui text-ink-2">Your trip on {unbroken(formatFullDate(tripDate))}.</p>
      {said && <Banner tone="info">We have your review. Send another one, and it replaces the first.</Banner>}
      <ReviewFields form={form} />
    </FormView>
  )
}
