import { portal } from '@arcadia/contract/addresses'
import type { Party } from '@arcadia/contract/admin/dashboard'
import { fullName } from '@arcadia/contract/full-name'
import { anglers, groupInWords } from '@arcadia/contract/riders'
import { addDays, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { Box } from '../../ui/box.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { Money } from '../../ui/money.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { useCalledOffText } from '../bookings/called-off-text.ts'
import { TripTag } from '../bookings/trip-outcome.tsx'
import { Fold, useIsPhone } from './fold.tsx'

interface ComingDaysProps {
  /** Trips after the next date, in order. */
  trips: readonly Party[]
  today: TripDate
}

/** The groups after the next trip, with their phone numbers and balances; on a phone those of one day, the others folded. */
export function ComingDays({ trips, today }: ComingDaysProps) {
  const isPhone = useIsPhone()
  const days = [...new Set(trips.map(({ selectedDate }) => selectedDate))].map((date) => (
    <Day key={date} date={date} today={today} parties={trips.filter(({ selectedDate }) => selectedDate === date)} />
  ))
  const later = isPhone ? days.slice(1) : []
  return (
    <Box title="Coming days">
      {days.length === 0 && <p className="muted">No later trips yet.</p>}
      {isPhone ? days[0] : days}
      {later.length > 0 && (
        <Fold summary={`${later.length} more ${later.length === 1 ? 'day' : 'days'}`} className="mt-3">
          {later}
        </Fold>
      )}
    </Box>
  )
}

function Day({ date, today, parties }: { date: TripDate; today: TripDate; parties: readonly Party[] }) {
  const count = parties.reduce((sum, { numberOfGuests }) => sum + numberOfGuests, 0)
  return (
    <div className="not-first-of-type:mt-7">
      <h3 className="flex flex-wrap justify-between gap-x-4 border-ink border-b-2 pb-[0.4rem] font-[640] text-[1rem]/[1.3]">
        <Link to={portal.dashboard.daySheet.href({ date })} className="row-link wrap-anywhere">
          {nameOf(date, today)}
        </Link>
        <span className="num font-[560] text-ink-2">
          {parties.every(({ outcome }) => outcome === 'CALLED_OFF') ? 'Called off' : anglers(count)}
        </span>
      </h3>
      <ul>
        {parties.map((party) => (
          <PartyRow key={party.id} party={party} />
        ))}
      </ul>
    </div>
  )
}

function PartyRow({ party }: { party: Party }) {
  const { firstName, lastName, phone, packageType, outcome, pendingAmount } = party
  const says = useCalledOffText(party)
  return (
    <li className="party opens">
      <div className="min-w-0">
        <Link to={portal.bookings.href({ id: party.id })} className="row-link text-[1.0625rem] text-ink wrap-anywhere">
          {fullName({ firstName, lastName })}
        </Link>
        <p>
          <span className="num">{groupInWords(party)}</span>
          <PackageTag packageType={packageType} />
          <TripTag {...party} />
        </p>
      </div>
      <div className="party__right">
        <PhoneLink phone={phone} to={firstName} says={says} />
        {outcome !== 'CALLED_OFF' && (
          <p>
            {pendingAmount > 0 ? (
              <span>
                <Money cents={pendingAmount} /> due
              </span>
            ) : (
              'Nothing due'
            )}
          </p>
        )}
      </div>
    </li>
  )
}

function nameOf(date: TripDate, today: TripDate): string {
  if (date === today) return `Today, ${formatShortDate(date)}`
  return date === addDays(today, 1) ? `Tomorrow, ${formatShortDate(date)}` : formatShortDate(date)
}
