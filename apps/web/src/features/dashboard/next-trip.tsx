import { portal } from '@arcadia/contract/addresses'
import { type DaySheet, getDaySheet, type Party } from '@arcadia/contract/admin/dashboard'
import type { MovedParty } from '@arcadia/contract/day-moves'
import { fullName } from '@arcadia/contract/full-name'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { groupInWords, tackleInWords } from '@arcadia/contract/riders'
import { skyOf } from '@arcadia/contract/site/trip-sky'
import { daysBetween, formatDayInWords, formatPortalTime, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { lastKnownOf } from '../../api/last-known.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { CallAndText } from '../bookings/call-and-text.tsx'
import { inOrderOfCalls, useCalledOffText, useDayMove } from '../bookings/called-off-text.ts'
import { isExpected, TripTag } from '../bookings/trip-outcome.tsx'
import { Said } from '../check-ins/check-in-on-sheet.tsx'

interface NextTripProps {
  date: TripDate
  today: TripDate
  /** The groups on that date. */
  parties: readonly Party[]
}

/** The next day with a group, for one thumb: when, who, call, text, what is due and what is missing. */
export function NextTrip({ date, today, parties }: NextTripProps) {
  const sheet = useQuery(lastKnownOf(getDaySheet, { params: { date } })).data
  const move = useDayMove(date)
  const toCall = inOrderOfCalls(move?.parties.filter((one) => isToCall(one, date === today)) ?? [])
  const untold = toCall.flatMap(({ bookingId }) => parties.filter(({ id }) => id === bookingId))
  const only = parties.length === 1 && parties.find(isExpected)
  // A laptop dials nothing.
  const called = useMedia('(pointer: coarse)') ? (untold[0] ?? (only || undefined)) : undefined
  return (
    <section className="box dark flex flex-col bg-bw-900" aria-label="Next trip">
      <h2>
        <span className="display h3 block">
          {countdownTo(daysBetween(today, date))}
          {parties.every(({ outcome }) => outcome === 'CALLED_OFF') && <span className="text-warn">: called off</span>}
        </span>{' '}
        <span className="num mt-1 block font-[560] text-[1.0625rem]/[1.35] text-ink-2">
          {formatDayInWords(date)}, sunrise {formatPortalTime(skyOf(date).sunrise)}
        </span>
      </h2>
      {!called && <OpenDaySheet date={date} isFirst />}
      {[...untold, ...parties.filter((party) => !untold.includes(party))].map((party) => (
        <Group
          key={party.id}
          party={party}
          callsFirst={party === called}
          isToHear={untold.includes(party)}
          onSheet={sheet?.parties.find(({ id }) => id === party.id)}
        />
      ))}
      {called && <OpenDaySheet date={date} />}
    </section>
  )
}

/** Above the groups where it is the first thing to do, else below them. */
const OpenDaySheet = ({ date, isFirst }: { date: TripDate; isFirst?: boolean }) => (
  <LinkButton
    to={portal.dashboard.daySheet.href({ date })}
    variant={isFirst ? 'cta' : 'line'}
    className={`self-start max-[900px]:self-stretch ${isFirst ? 'mt-4' : 'mt-auto'}`}
  >
    Open the day sheet
  </LinkButton>
)

interface GroupProps {
  party: Party
  /** Whether Call is the first thing to do. */
  callsFirst: boolean
  /** Whether it has yet to hear that its day is off, or on after all. */
  isToHear: boolean
  /** Details from the day sheet, once loaded. */
  onSheet: DaySheet['parties'][number] | undefined
}

function Group({ party, callsFirst, isToHear, onSheet }: GroupProps) {
  const { id, firstName, lastName, phone, tackle, packageType, outcome, pendingAmount } = party
  const isOff = outcome === 'CALLED_OFF'
  const says = useCalledOffText(party)
  const name = fullName({ firstName, lastName })
  return (
    <div className="mb-4 border-line border-t pt-3 first-of-type:mt-4 leading-[1.45]">
      <h3 className="text-[1.25rem]/[1.3]">
        <Link
          to={portal.bookings.href({ id: id })}
          className="row-link inline-flex min-h-11 items-center wrap-anywhere"
        >
          {name}
        </Link>
      </h3>
      <p className="flex flex-wrap items-center gap-x-[0.6rem] gap-y-1">
        <span className="num">{groupInWords(party)}</span>
        <PackageTag packageType={packageType} />
        <TripTag {...party} />
      </p>
      {isOff ? (
        <p className="mt-1 text-ink-2">No answer yet: a new date or a refund.</p>
      ) : (
        <>
          {isToHear && <p className="mt-1 text-warn">On after all: they have to hear it from you.</p>}
          <p className="mt-1">
            Tackle: {tackleInWords(tackle)}.{' '}
            <b className="font-[640]">
              {pendingAmount > 0 ? (
                <>
                  <Money cents={pendingAmount} /> due
                </>
              ) : (
                'Nothing due'
              )}
            </b>
          </p>
          {/* Reserve the line before its text loads, so nothing moves under the thumb. */}
          <p className="mt-1 min-h-[1.45em] text-ink-2">{onSheet && isExpected(party) && missingOf(onSheet)}</p>
          {onSheet?.checkIn && <Said checkIn={onSheet.checkIn} />}
        </>
      )}
      {phone && (
        <>
          <div className="mt-3">
            <CallAndText phone={phone} name={name} says={says} isMain={callsFirst} />
          </div>
          <p className="num mt-2 text-ink-2 text-ui max-[700px]:hidden">{formatPhone(phone)}</p>
        </>
      )}
    </div>
  )
}

function countdownTo(days: number): string {
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

/** A group that hasn't heard in person that its day is off, or on after all; the evening before, an email may do (docs/rules.md §21.6). */
const isToCall = ({ call, reached, mail }: MovedParty, isToday: boolean) =>
  call !== null && !reached && (isToday || mail?.status !== 'SENT')

/** `1 of 2 waivers missing · No notes from the guest · 1 open question` */
function missingOf({ waiver, questions, notes, guestNotes }: DaySheet['parties'][number]): string {
  const missing = waiver ? Math.max(0, waiver.wanted - waiver.names.length) : 0
  const parts = [
    waiver && (missing > 0 ? `${missing} of ${waiver.wanted} waivers missing` : 'All waivers signed'),
    guestNotes ? 'Notes from the guest' : 'No notes from the guest',
    questions.length > 0 && `${questions.length} open ${questions.length === 1 ? 'question' : 'questions'}`,
    notes.length > 0 && 'Your notes',
  ]
  return parts.filter(Boolean).join(' · ')
}
