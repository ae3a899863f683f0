import { noOtherMorning } from '@arcadia/contract/day-moves'
import { formatCents } from '@arcadia/contract/money'
import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { anglers } from '@arcadia/contract/riders'
import { callUs } from '@arcadia/contract/site/contact-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { splitBack } from '@arcadia/contract/split-kept'
import { formatDayInWords, formatShortDate, type TripDate } from '@arcadia/contract/trip-date'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/call.ts'
import storm from '../../assets/plates/plate-13-noon-storm.svg'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { reloadMonthOf, useDay } from '../availability/availability.queries.ts'
import { AvailabilityCalendar } from '../availability/availability-calendar.tsx'
import { useOtherMornings } from '../availability/other-mornings.ts'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { useWhyMoved } from '../day-moves/moved-day-link.tsx'
import './called-off.css'
import { TripFacts } from './trip-facts.tsx'

export interface CalledOffAnswer {
  move: (to: TripDate) => Promise<unknown>
  /** Cancels and refunds; a repeat gets the first answer. */
  refund: () => Promise<{ success: boolean; message: string }>
}

interface CalledOffProps {
  trip: Trip
  calledOff: NonNullable<Trip['calledOff']>
  answer: CalledOffAnswer
  onChanged: () => void
  /** That a question of its guest was answered. */
  answered: ReactNode
  /** Asks whether the money is really wanted back. */
  onRefund: () => void
}

/** The head of the page while its day is called off, with the choice for who may make it. */
export function CalledOff({ trip, calledOff, answered, ...props }: CalledOffProps) {
  const { own, firstName } = trip
  const why = useWhyMoved()
  return (
    <>
      <section className="off" role="alert">
        <div className="off__grid">
          <div className="off__text">
            <p className="off__was">
              <s>{unbroken(formatDayInWords(calledOff.date))}</s>
            </p>
            <h1 className="display" tabIndex={-1}>
              Called off
            </h1>
            <TripFacts trip={trip} />
            <p className="lead">{unbroken(why({ ...calledOff, words: null }))}</p>
            {calledOff.words && (
              <blockquote className="whitespace-pre-line wrap-anywhere">{calledOff.words}</blockquote>
            )}
            {answered}
          </div>
          <div className="off__art grain">
            <img src={storm} alt="" />
          </div>
        </div>
      </section>
      <section className="calm">
        <div className="wrap">
          {own && calledOff.canAnswer ? (
            <Choice {...{ trip, own, ...props }} date={calledOff.date} />
          ) : (
            <>
              <p className="lead">
                {firstName} picks the new date. This page shows it as soon as it's picked, so keep the link.
              </p>
              <TalkItOver />
            </>
          )}
        </div>
      </section>
    </>
  )
}

function TalkItOver({ picks = false }) {
  const { business } = useSiteData()
  const call = phoneAddress('tel', business.phone)
  return (
    <p className="trip__note">
      {picks && "We can't hold a date until you pick it. "}
      {call ? (
        <>
          Rather talk it over?{' '}
          <a href={call} className="inline-block">
            Call {business.phone}
          </a>
        </>
      ) : (
        callUs(business)
      )}
    </p>
  )
}

interface ChoiceProps extends Omit<CalledOffProps, 'calledOff' | 'answered'> {
  own: OwnTrip
  date: TripDate
}

/** Another date, while there is one, or the money back. */
function Choice(props: ChoiceProps) {
  const { trip, own, date, answer, onChanged, onRefund } = props
  const client = useQueryClient()
  const { business } = useSiteData()
  const { ways } = splitBack(own)
  const group = { guests: trip.numberOfGuests, isPrivate: trip.privateMorning !== null }
  const { nearest, isNone } = useOtherMornings(date, group)
  const move = useMutation({
    mutationFn: (day: TripDate) => answer.move(day),
    onError(error, to) {
      void reloadMonthOf(client, to)
      if (error instanceof ApiError && error.code === 'day-move-over') onChanged()
    },
  })
  return (
    <>
      <FailedBanner of={move} className="mb-5" />
      <div className="pick-two">
        <section aria-labelledby="new-date">
          <h2 id="new-date" className="display">
            {isNone ? 'No new date yet' : 'Pick a new date'}
          </h2>
          {isNone ? (
            <p className="muted mt-0!">{withPhoneLinks(noOtherMorning(trip, business))}</p>
          ) : (
            <NewDate {...props} {...{ nearest, move }} />
          )}
        </section>
        <section aria-labelledby="money-back">
          <h2 id="money-back" className="display">
            {ways.length > 0 ? 'Get your money back' : 'Cancel instead'}
          </h2>
          <p className="muted">
            {ways.length > 0
              ? 'All of it. The booking is canceled.'
              : 'The booking is canceled. You owe nothing for that day.'}
          </p>
          <dl className="trip-sum num">
            {ways.map(({ where, cents }) => (
              <div key={where}>
                <dt>{where}</dt>
                <dd>{formatCents(cents)}</dd>
              </div>
            ))}
          </dl>
          <Button size="lg" disabled={move.isPending} onClick={onRefund}>
            {depositBackLabel(own)}
          </Button>
        </section>
      </div>
      {!isNone && <TalkItOver picks />}
    </>
  )
}

interface NewDateProps extends Pick<ChoiceProps, 'trip' | 'own' | 'date'> {
  nearest: readonly TripDate[]
  move: Pick<UseMutationResult<unknown, Error, TripDate>, 'mutate' | 'reset' | 'isPending'>
}

function NewDate({ trip, own, date, nearest, move }: NewDateProps) {
  const { numberOfGuests } = trip
  const [picked, setTo] = useState<TripDate | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  // The nearest morning stands chosen, so that the button names a date.
  const to = picked ?? (showsAll ? null : (nearest[0] ?? null))
  const [isAsking, setAsking] = useState(false)
  const days = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  function pick(day: TripDate) {
    move.reset()
    setAsking(false)
    setTo(day)
  }
  return (
    <>
      <p className="muted">
        Any open date{own.paidAmount > 0 && ', and what you paid goes with you'}.
        {nearest.length > 0 && !showsAll && (
          <span className="print:hidden"> Nearest mornings with room for {numberOfGuests}:</span>
        )}
      </p>
      {showsAll || nearest.length === 0 ? (
        <div className="pt-4">
          <AvailabilityCalendar
            selected={to}
            guests={numberOfGuests}
            isPrivate={trip.privateMorning !== null}
            ownDate={date}
            onSelect={pick}
          />
        </div>
      ) : (
        <fieldset ref={days} className="days" aria-describedby={isAsking ? errorId : undefined}>
          <legend className="sr">New date</legend>
          {nearest.map((day) => {
            const [weekday, monthAndDay] = formatShortDate(day).split(', ')
            return (
              <label key={day}>
                <input
                  type="radio"
                  name="new-date"
                  aria-invalid={isAsking || undefined}
                  checked={to === day}
                  onChange={() => pick(day)}
                />
                <span className="num">
                  <small className="days__weekday">
                    {weekday}
                    <span className="sr">,</span>
                  </small>{' '}
                  {monthAndDay}
                  {!trip.privateMorning && <SpotsLeft date={day} />}
                </span>
              </label>
            )
          })}
        </fieldset>
      )}
      <div role="status" className="off__picked">
        {to ? (
          unbroken(
            `${formatDayInWords(to)} for ${anglers(numberOfGuests)}.${own.depositUntil ? " We'll hold it until you pay the deposit." : ''}`,
          )
        ) : (
          <FieldError id={errorId}>{isAsking ? 'Please select a date' : undefined}</FieldError>
        )}
      </div>
      <div className="trip__acts">
        <Button
          variant="cta"
          size="lg"
          busy={move.isPending}
          busyLabel="Moving..."
          onClick={() => {
            setAsking(!to)
            if (to) move.mutate(to)
            else days.current?.querySelector('input')?.focus()
          }}
        >
          {to ? `Move to ${formatShortDate(to)}` : 'Choose a new date'}
        </Button>
        {!showsAll && nearest.length > 0 && (
          <Button variant="text" onClick={() => setShowsAll(true)}>
            See every open date
          </Button>
        )}
      </div>
    </>
  )
}

function SpotsLeft({ date }: { date: TripDate }) {
  const day = useDay(date)
  return (
    day && (
      <small className="days__left">
        <span className="sr">,</span> {day.availableSpots} left
      </small>
    )
  )
}
