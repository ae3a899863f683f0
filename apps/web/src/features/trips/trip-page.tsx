import { addresses } from '@arcadia/contract/addresses'
import { whyMoved } from '@arcadia/contract/day-moves'
import { callUs, reachUs } from '@arcadia/contract/site/business-words'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { errors, type LinkedTrip, openTrip } from '@arcadia/contract/trips'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ApiError, wordsOf } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd } from '../../ui/dialog.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { AnswerCalledOff } from './answer-called-off.tsx'
import { KeptTrip } from './kept-trip.tsx'

const TITLE = 'Your trip'

/** A trip by its booking's own link: answers a called-off day, and is worth keeping (docs/rules.md §2.20). */
export function TripPage() {
  // Stays in the address: a phone may reload the page, and the link is worth keeping.
  const token = readToken(useLocation().hash)
  const id = useLinkId(addresses.trip)
  const { business } = useSiteData()
  if (token) return <LinkedPage key={token} token={token} />
  return (
    <PlatePage title={TITLE}>
      {id ? <FreshLink id={id} /> : <Over>{`${errors['trip-link-invalid'].message} ${callUs(business)}`}</Over>}
    </PlatePage>
  )
}

function LinkedPage({ token }: { token: string }) {
  const client = useQueryClient()
  const id = useLinkId(addresses.trip) ?? ''
  const trip = queryOf(openTrip, { body: { token } })
  const { data, error, refetch } = useQuery(trip)
  if (!data)
    return (
      <PlatePage title={TITLE}>
        {error instanceof ApiError && error.code === 'trip-link-invalid' ? (
          <Over>{wordsOf(error)}</Over>
        ) : (
          <DialogBody>
            {error ? (
              <TryAgainBanner error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton className="h-80 w-full" />
            )}
          </DialogBody>
        )}
      </PlatePage>
    )
  if (data.calledOff?.canAnswer)
    return (
      <PlatePage title="Called off" isWide>
        <AnswerCalledOff
          token={token}
          linked={data}
          calledOff={data.calledOff}
          onMoved={(moved) => client.setQueryData(trip.queryKey, moved)}
          onChanged={() => void refetch()}
        />
      </PlatePage>
    )
  return (
    <PlatePage title={data.trip ? TITLE : 'Called off'} isWide>
      <DialogEnd way={backToHome}>
        <Answered {...data} />
        {data.canReview && <LinkButton to={addresses.review.href({ id, token })}>How was it?</LinkButton>}
        <KeptTrip token={token} linked={data} />
        {data.trip && <p className="text-ink-2 text-ui">Keep this link. It opens this page until your trip.</p>}
      </DialogEnd>
    </PlatePage>
  )
}

/** What became of the called-off day, if there was one. */
function Answered({ calledOff, trip, status }: LinkedTrip) {
  const { business } = useSiteData()
  if (!calledOff) return null
  const { state, date } = calledOff
  if (state === 'WITHDRAWN')
    return (
      <FormAnswer>{`Your trip on ${formatFullDate(date)} is on after all. Your booking stays as it is.`}</FormAnswer>
    )
  if (status === 'CANCELLED')
    return (
      <>
        <FormAnswer>{`Your booking for ${formatFullDate(date)} is canceled.`}</FormAnswer>
        <p>{reachUs('Questions about your money?', business)}</p>
      </>
    )
  if (state === 'ANSWERED' && status === 'PENDING')
    return <FormAnswer>Your new date is held. Pay the deposit with the link we sent you, and it's yours.</FormAnswer>
  if (trip && trip.selectedDate !== date)
    return <FormAnswer>{`You're booked for ${formatFullDate(trip.selectedDate)}.`}</FormAnswer>
  return (
    <Banner tone="warn" icon={CalendarX2}>
      {whyMoved(calledOff)} {callUs(business)}
    </Banner>
  )
}

function Over({ children }: { children: ReactNode }) {
  return (
    <DialogEnd way={backToHome}>
      <Banner>{children}</Banner>
    </DialogEnd>
  )
}
