import { describeBoat, refuseParty } from '@arcadia/contract/availability'
import { type BookingConfig, MAX_PARTY, pricesFor, quote } from '@arcadia/contract/configuration'
import { type CurrentHold, errors as holdErrors } from '@arcadia/contract/holds'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { privateMorningFor } from '@arcadia/contract/private-mornings'
import { anglers, Tackle } from '@arcadia/contract/riders'
import { daysBetween, formatVenueTime, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Ship } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useVenueToday } from '../../api/venue-today.ts'
import { useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { useDay } from '../availability/availability.queries.ts'
import { forHolder } from '../availability/day-look.ts'
import { type Problem, ProblemBanner } from '../bookings/problem-banner.tsx'
import { RidersField, TackleField } from '../bookings/riders-fields.tsx'
import { TermsField } from '../bookings/terms-field.tsx'
import { VoucherField } from '../gift-vouchers/voucher-field.tsx'
import { FoundHold } from '../holds/found-hold.tsx'
import { HeldForYou } from '../holds/held-for-you.tsx'
import { openHoldQuery } from '../holds/hold.queries.ts'
import { checkDetails, type DetailErrors } from './check-details.ts'
import { DueToday } from './due-today.tsx'
import { ContactFields, GroupNotice, PackageOptions, PrivateOption } from './guests-fields.tsx'
import { dueRows, partyRows } from './sum-rows.tsx'
import type { TripDetails } from './trip-details.ts'
import { useBackOnline } from './use-back-online.ts'
import type { WizardControls } from './use-booking-wizard.ts'
import { lessVoucher, offerOf, type Wizard } from './wizard-state.ts'

interface GuestsStepProps extends WizardControls {
  config: BookingConfig
  date: TripDate
}

export function GuestsStep(controls: GuestsStepProps) {
  const { wizard, dispatch, changeDate, config, date } = controls
  const { details, problem, lost } = wizard
  const { user } = useSession()
  const today = useVenueToday()
  const room = useRoom(wizard, config, date, today)
  const { spots, refusal, isGone, open } = room
  const offer = offerOf(wizard)
  const hold = wizard.hold ?? (open?.selectedDate === date ? open : null)
  const { forSale, privateMorning, voucher, sum } = usePrice(controls, room)
  const { errors, change, submit } = useDetails(controls, Boolean(privateMorning))
  useBackOnline(controls, () => 'Press Continue.')
  const notice = offer ? (
    <OfferNotice offer={offer} />
  ) : (
    <GroupNotice
      {...{ config, date, spots, guests: details.numberOfGuests }}
      onChoose={(other) => dispatch({ type: 'date-picked', date: other, isSignedIn: user !== null })}
    />
  )
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody>
        <ProblemBanner
          problem={problem?.isAboutVoucher ? null : withAdvice(problem, date, lost)}
          onDismiss={() => dispatch({ type: 'problem-dismissed' })}
        />
        <div className="grid gap-5">
          {isGone && <DateGone why={refusal} onPickAnother={changeDate} />}
          {isGone && notice}
          {hold && !offer && (
            <FoundHold
              hold={hold}
              title={<HeldForYou date={date} />}
              onExpire={() => dispatch({ type: 'time-ran-out' })}
            />
          )}
          <PackageOptions
            config={config}
            value={details.packageType}
            onChange={(packageType) => change({ packageType })}
          />
          <div className="grid gap-4">
            <PartyFields {...{ config, details, offer, room, forSale, privateMorning, notice }} onChange={change} />
            <ContactFields {...{ details, errors }} onChange={change} />
          </div>
          <SummaryList rows={[...partyRows(sum, details), ...dueRows(sum, voucher)]} />
          <VoucherField
            voucher={wizard.voucher}
            holds={offer ? [offer] : room.isOpenKnown ? [wizard.hold, open, wizard.givenBack] : undefined}
            error={problem?.isAboutVoucher ? problem.message : undefined}
            effect={sum.covered > 0 ? `Takes ${formatCents(sum.covered)} off.` : undefined}
            onChange={(typed) => dispatch({ type: 'voucher-typed', voucher: typed })}
          />
          <TermsField
            daysUntilTrip={daysBetween(today, date)}
            keptOfGift={(sum.due === 0 && sum.deposit) || undefined}
            isAccepted={details.acceptsTerms}
            error={errors.acceptsTerms}
            onChange={(acceptsTerms) => change({ acceptsTerms })}
          />
          {!user && <SignInFirst />}
        </div>
      </DialogBody>
      <GuestsFoot controls={controls} due={sum.due} isRefused={!user || refusal !== undefined} />
    </form>
  )
}

type Room = ReturnType<typeof useRoom>

/** What the group costs, privately too where that is for sale, and what the typed gift pays of it. */
function usePrice({ wizard, config }: GuestsStepProps, { day, spots }: Room) {
  const { user } = useSession()
  const { packageType, numberOfGuests, riders, isPrivate } = wizard.details
  const offer = offerOf(wizard)
  const others = { booked: config.maxCapacity - spots, held: 0 }
  const forSale = day && !offer ? privateMorningFor(config, others, numberOfGuests) : undefined
  const privateMorning = isPrivate ? forSale : undefined
  const prices = offer ?? { ...pricesFor(config, user?.isTest), privateMorning }
  const voucher = wizard.problem?.isAboutVoucher ? null : wizard.voucher
  const full = quote(prices, packageType, numberOfGuests, riders)
  const covered = voucher?.covers?.({ prices, packageType, numberOfGuests }, full.total)
  return { forSale, privateMorning, voucher, sum: lessVoucher(full, covered) }
}

/** What was typed, and what is wrong with it once Continue is pressed. */
function useDetails({ wizard: { details }, dispatch, continueToPayment, date }: GuestsStepProps, isPrivate: boolean) {
  const [errors, setErrors] = useState<DetailErrors>({})

  function change(changed: Partial<TripDetails>) {
    dispatch({ type: 'details-changed', change: changed })
    const cleared = Object.keys(changed).map((name) => [name, undefined])
    setErrors((before) => ({ ...before, ...Object.fromEntries(cleared) }))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { message, errors: found } = checkDetails(details, date)
    // What is wrong may only be a field then.
    flushSync(() => setErrors(found))
    if (Object.keys(found).length === 0) return void continueToPayment(date, { ...details, isPrivate })
    if (message) dispatch({ type: 'check-failed', problem: { message } })
    const wrong = [...form.elements].find((field) => field.getAttribute('name')! in found)
    if (wrong instanceof HTMLElement) wrong.focus()
  }

  return { errors, change, submit }
}

interface PartyFieldsProps extends Pick<ReturnType<typeof usePrice>, 'forSale' | 'privateMorning'> {
  config: BookingConfig
  details: TripDetails
  offer: CurrentHold | null
  room: Room
  notice: ReactNode
  onChange: (changed: Partial<TripDetails>) => void
}

/** Who comes, on what boat. */
function PartyFields(props: PartyFieldsProps) {
  const { config, details, offer, room, forSale, privateMorning, notice, onChange } = props
  const { day, spots, refusal, isGone } = room
  const guests = details.numberOfGuests
  const choices = offer ? [offer.numberOfGuests] : guestChoices(spots, guests)
  return (
    <>
      <div className="pairs gap-y-4">
        <SelectField
          name="numberOfGuests"
          label="Number of anglers"
          value={guests}
          error={isGone ? undefined : refusal}
          onChange={({ target }) => onChange({ numberOfGuests: Number(target.value) })}
        >
          {choices.map((size) => (
            <option key={size} value={size}>
              {anglers(size)}
            </option>
          ))}
        </SelectField>
        <TackleField
          name="tackle"
          value={details.tackle}
          onChange={({ target }) => onChange({ tackle: Tackle.parse(target.value) })}
        />
      </div>
      <RidersField
        name="riders"
        price={offer?.riderPrice}
        value={details.riders}
        onChange={({ target }) => onChange({ riders: Number(target.value) })}
      />
      {day && !refusal && (
        <p className="flex items-start gap-2 text-ink-2 text-ui" aria-live="polite">
          <Ship className="icon mt-0.5 flex-none" aria-hidden />
          {privateMorning ? "The boat is yours once you're booked." : describeBoat(config, day, guests)}
        </p>
      )}
      {!isGone && notice}
      {forSale && !refusal && (
        <PrivateOption
          emptySpots={forSale.spots - guests}
          spotPrice={forSale.spotPrice}
          isChosen={details.isPrivate}
          onChange={(isPrivate) => onChange({ isPrivate })}
        />
      )}
    </>
  )
}

const DateGone = ({ why, onPickAnother }: { why: string | undefined; onPickAnother: () => void }) => (
  <Banner>
    {why}{' '}
    <button type="button" className="link" onClick={onPickAnother}>
      Pick another date
    </button>
  </Banner>
)

function SignInFirst() {
  const { openSignIn } = useDialogs()
  return (
    <Banner tone="warn">
      Please sign in to continue with your booking.{' '}
      <button type="button" className="link" onClick={() => openSignIn()}>
        Sign In
      </button>
    </Banner>
  )
}

interface GuestsFootProps {
  controls: GuestsStepProps
  due: Cents
  isRefused: boolean
}

const GuestsFoot = ({ controls: { wizard, goBack }, due, isRefused }: GuestsFootProps) => (
  <DialogFoot>
    <Button onClick={goBack} disabled={wizard.isChecking}>
      Back
    </Button>
    <DueToday cents={due} />
    <Button type="submit" variant="cta" busy={wizard.isChecking} busyLabel="Checking..." disabled={isRefused}>
      Continue
    </Button>
  </DialogFoot>
)

/** In step 2 nothing has to be picked again. */
function withAdvice(problem: Problem | null, date: TripDate, lost: Wizard['lost']): Problem | null {
  const advice = (says: string) => ({ ...problem!, advice: says })
  if (problem?.isCalm && problem.message === lost?.message) {
    const { since } = lost
    if (!since) return advice('Press Continue to hold them again.')
    return advice(
      since.booking
        ? 'Continue holds this date too.'
        : since.hold?.selectedDate === date
          ? 'Press Continue to go on here.'
          : 'You can hold one date at a time. Continue holds this one and lets that one go.',
    )
  }
  const isOver = problem?.message === holdErrors['hold-expired'].message
  return isOver ? advice('Or press Continue to hold the spots again.') : problem
}

function OfferNotice({ offer }: { offer: CurrentHold }) {
  return (
    <Banner tone="info">
      These spots are held for you until {formatVenueTime(offer.expiresAt)}, even if you close this window.
    </Banner>
  )
}

/**
 * The spots this customer can take, and why they are too few. A date that is gone has none for
 * any group.
 */
function useRoom(wizard: Wizard, config: BookingConfig, date: TripDate, today: TripDate) {
  const { numberOfGuests } = wizard.details
  const { user } = useSession()
  const anyones = useDay(date, user?.isTest)
  const { data: open, isFetched } = useQuery({ ...openHoldQuery, enabled: user !== null })
  const isOpenKnown = isFetched || !user
  if (!anyones) return { open, isOpenKnown, spots: Math.min(MAX_PARTY, config.maxCapacity) }
  const hold = offerOf(wizard) ?? wizard.hold ?? open ?? (anyones.reason === 'HELD' ? wizard.givenBack : null)
  const day = forHolder({ [date]: anyones }, hold, config)[date]!
  const isGone = !day.bookable
  return {
    open,
    isOpenKnown,
    day,
    spots: isGone ? 0 : day.availableSpots,
    isGone,
    refusal: refuseParty(date, today, config, day, numberOfGuests),
  }
}

/** One to as many as the date takes. A number already chosen stays listed even if its spots are lost. */
function guestChoices(spots: number, chosen: number): number[] {
  const sizes = Array.from({ length: Math.min(MAX_PARTY, spots) }, (_, index) => index + 1)
  return sizes.includes(chosen) ? sizes : [...sizes, chosen]
}
