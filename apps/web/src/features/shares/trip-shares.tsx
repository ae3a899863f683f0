import { depositMissing } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import type { Share, Split, SplitAsked } from '@arcadia/contract/shares'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { dueWhen, haveOneFirstName, leftToPayYourself } from '../bookings/trip-to-do.ts'
import { SendShareDialog } from './send-share-dialog.tsx'
import './shares.css'
import { savedInWords, shareInWords } from './shares.words.ts'
import { SplitDialog } from './split-dialog.tsx'

/** How a key of the trip's page splits its bill. */
export interface ShareActions {
  split: (asked: SplitAsked) => Promise<Split>
  email: (shareId: number) => Promise<Split>
}

interface TripSharesProps {
  trip: Trip
  own: OwnTrip
  actions: ShareActions
  onChanged: () => void
  /** Who has signed, as far as this key reads names. */
  names: readonly string[] | undefined
  /** How this key pays all that is left. */
  payAll: (act: string) => ReactNode
  isSplitting: boolean
  setSplitting: (isSplitting: boolean) => void
}

/** What whoever booked still answers for, beside the shares themselves. */
function whatIsOpen({ shares, rest }: Split, isOwing: boolean): string {
  if (!isOwing) return 'Everything is paid.'
  const friends = shares.filter(({ isOwn }) => !isOwn)
  return [
    rest > 0 && `${formatCents(rest)} isn't in any share, so you owe it.`,
    friends.some(({ asks }) => asks > 0)
      ? "What your friends don't pay, you owe."
      : friends.length > 0 && 'Your friends have paid.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The shares of the bill, for who booked: who has paid, and what each asks. */
export function TripShares({ trip, own, actions, onChanged, names = [], payAll, ...props }: TripSharesProps) {
  const { isSplitting, setSplitting } = props
  const { business } = useSiteData()
  const now = useMinute()
  const [sending, setSending] = useState<Share>()
  const { split } = own
  const isOwing = own.pendingAmount > 0 && (trip.status === 'CONFIRMED' || trip.status === 'COMPLETED')
  const canSplit = isOwing && depositMissing(own) <= 0 && isPaidByCard(business)
  const whole = leftToPayYourself(split)
  if (split.shares.length === 0 && !canSplit) return null
  return (
    <>
      {split.shares.length === 0 ? (
        <div className="trip__acts">
          <Button icon={<Users aria-hidden />} onClick={() => setSplitting(true)}>
            Split with your group
          </Button>
        </div>
      ) : (
        <div className="split">
          <div className="split__head">
            <h3>
              <Users className="icon" aria-hidden /> Split with your group
            </h3>
            {canSplit && (
              <Button variant="text" onClick={() => setSplitting(true)}>
                Change
              </Button>
            )}
          </div>
          <ul>
            {split.shares.map((share) => (
              <li key={share.id}>
                <b className="wrap-anywhere">{share.isOwn ? 'Your share' : share.name}</b>
                <span className="split__sum num">
                  <Money cents={share.state === 'PAID' ? share.paid : share.asks} />
                </span>
                <small className="num">{unbroken(shareInWords(share))}</small>
                {share.state === 'OPEN' && share.asks > 0 && !share.isOwn && (
                  <Button variant="text" onClick={() => setSending(share)} aria-label={`Send or pay, ${share.name}`}>
                    Send or pay
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <p className="trip__note num">{whatIsOpen(split, isOwing)}</p>
        </div>
      )}
      {split.shares.length > 0 && canSplit && whole && payAll(whole)}
      {isSplitting && canSplit && (
        <SplitDialog
          split={split}
          owed={own.pendingAmount}
          organizer={trip.firstName}
          names={names.filter((name) => !haveOneFirstName(name, trip.firstName))}
          people={trip.numberOfGuests}
          when={dueWhen(trip, business, now)}
          send={actions.split}
          onClose={() => setSplitting(false)}
          onSplit={(emails) => {
            toast(savedInWords(emails))
            onChanged()
            setSplitting(false)
          }}
        />
      )}
      {sending && (
        <SendShareDialog
          share={sending}
          date={trip.selectedDate}
          email={actions.email}
          onClose={() => {
            onChanged()
            setSending(undefined)
          }}
        />
      )}
    </>
  )
}
