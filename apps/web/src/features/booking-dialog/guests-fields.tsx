import { type BookingConfig, MAX_PARTY, PackageType, quote } from '@arcadia/contract/configuration'
import { fullName } from '@arcadia/contract/full-name'
import type { Cents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { emptyInWords } from '@arcadia/contract/private-mornings'
import { numberWord } from '@arcadia/contract/site/number-words'
import type { TripDate } from '@arcadia/contract/trip-date'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useDialogs } from '../../dialogs.ts'
import { DidYouMean } from '../../forms/did-you-mean.tsx'
import { EmailField } from '../../forms/email-field.tsx'
import { Banner } from '../../ui/banner.tsx'
import { TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { NearestMornings, useNearestOpen } from '../availability/nearest-mornings.tsx'
import type { DetailErrors } from './check-details.ts'
import type { TripDetails } from './trip-details.ts'

interface PackageOptionsProps {
  config: BookingConfig
  value: PackageType
  onChange: (value: PackageType) => void
}

export function PackageOptions({ config, value, onChange }: PackageOptionsProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">Package</legend>
      {PackageType.options.map((option) => (
        <label key={option} className="opt">
          <input
            type="radio"
            name="packageType"
            className="opt__dot"
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <b className="flex-1">{PACKAGES[option].name}</b>
          <b className="ml-auto @max-[19rem]/screen:w-full @max-[19rem]/screen:pl-[2.1rem]">
            <Money cents={quote(config, option, 1).price} />
          </b>
          <small className="w-full pl-[2.1rem] text-ink-2 text-small">
            Fish up to {PACKAGES[option].upTo}. Per angler.
          </small>
        </label>
      ))}
    </fieldset>
  )
}

interface PrivateOptionProps {
  emptySpots: number
  spotPrice: Cents
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

/** The empty spots, for sale with the group's own (docs/rules.md §2.22). */
export const PrivateOption = ({ emptySpots, spotPrice, isChosen, onChange }: PrivateOptionProps) => (
  <label className="opt">
    <input
      type="checkbox"
      name="isPrivate"
      className="opt__box"
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
    <b className="flex-1">Make it private</b>
    <b className="ml-auto @max-[19rem]/screen:w-full @max-[19rem]/screen:pl-[2.1rem]">
      <Money cents={spotPrice * emptySpots} />
    </b>
    <small className="w-full pl-[2.1rem] text-ink-2 text-small">
      For the {emptyInWords(emptySpots)}: no other group can book this morning. Paid with the balance.
    </small>
  </label>
)

interface ContactFieldsProps {
  details: TripDetails
  errors: DetailErrors
  onChange: (change: Partial<TripDetails>) => void
}

/** Who the booking is for. Shows what the account knows as text; Change turns it into fields. */
export function ContactFields({ details, errors, onChange }: ContactFieldsProps) {
  const { firstName, lastName, email, phone } = details
  const [knows] = useState(() => ({ who: [firstName, lastName, email].every(Boolean), phone: Boolean(phone) }))
  const [isChanging, setChanging] = useState(false)
  const isWrong = errors.firstName || errors.lastName || errors.email || (knows.phone && errors.phone)
  // Stays open while it is put right.
  if (isWrong && !isChanging) setChanging(true)
  const field = (
    name: 'firstName' | 'lastName' | 'email' | 'phone',
    label: string,
    type: string,
    autoComplete: string,
  ) => {
    const Input = type === 'email' ? EmailField : TextField
    return (
      <Input
        {...{ name, label, type, autoComplete }}
        value={details[name]}
        error={errors[name]}
        help={name === 'lastName' ? 'If you go by one name, enter a dash.' : undefined}
        onChange={({ target }) => onChange({ [name]: target.value })}
        ref={isChanging && name === 'firstName' ? focusAtFirst : undefined}
      />
    )
  }
  const phoneField = (isChanging || !knows.phone) && field('phone', 'Phone', 'tel', 'tel')
  if (knows.who && !isChanging)
    return (
      <>
        <p className="wrap-anywhere text-ui text-ink-2">
          For <strong className="text-ink">{fullName({ firstName, lastName })}</strong>{' '}
          <button type="button" className="link ml-1" onClick={() => setChanging(true)}>
            Edit
          </button>
          <span className="block">
            {email}
            {!phoneField && (
              <>
                , <span className="whitespace-nowrap">{formatPhone(phone)}</span>
              </>
            )}
          </span>
        </p>
        <p className="text-ui empty:hidden">
          <DidYouMean email={email} onTake={(likely) => onChange({ email: likely })} />
        </p>
        {phoneField}
      </>
    )
  return (
    <>
      <div className="pairs">
        {field('firstName', 'First name', 'text', 'given-name')}
        {field('lastName', 'Last name', 'text', 'family-name')}
      </div>
      {field('email', 'Email', 'email', 'email')}
      {phoneField || field('phone', 'Phone', 'tel', 'tel')}
    </>
  )
}

const focusAtFirst = (element: HTMLElement | null) => element?.focus()

interface GroupNoticeProps {
  config: BookingConfig
  date: TripDate
  /** What this customer can take on the date. */
  spots: number
  guests: number
  onChoose: (date: TripDate) => void
}

/** Names the nearest mornings with more spots than the date has; a warning only where the group does not fit. Invites larger groups to enquire where a group is as large as it can be, or looks for room for more. */
export function GroupNotice({ config, date, spots, guests, onChoose }: GroupNoticeProps) {
  const { openEnquiry } = useDialogs()
  const most = Math.min(MAX_PARTY, config.maxCapacity)
  const fits = guests <= spots
  const isLargest = guests >= most
  const wanted = fits ? most : guests
  const dates = useNearestOpen({ date, guests: wanted, rules: config })
  const mornings = (
    <div className="pb-2">
      <NearestMornings title="The nearest mornings with room:" {...{ dates, onChoose }} />
    </div>
  )
  const larger = (
    <p className="text-balance">
      Fishing with more than {numberWord(MAX_PARTY)}?{' '}
      <button type="button" className="link -my-1" onClick={openEnquiry}>
        Enquire
      </button>{' '}
      and we'll work it out.
    </p>
  )
  if (fits && isLargest) return <div className="text-ink-2 text-ui">{larger}</div>
  if (fits)
    return (
      spots < wanted &&
      dates.length > 0 && (
        <details className="-mt-5 text-ink-2 text-ui">
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 pl-7">
            {spots} {spots === 1 ? 'spot' : 'spots'} left this morning. <span className="link">Need {wanted}?</span>
          </summary>
          {mornings}
          {larger}
        </details>
      )
    )
  return (
    (isLargest || dates.length > 0) && (
      <Banner tone="warn" icon={Users}>
        {mornings}
        {isLargest && larger}
      </Banner>
    )
  )
}
