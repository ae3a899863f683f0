import { depositAsked, depositMissing } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { formatCents } from '@arcadia/contract/money'
import { type PaidShare, payAddressOf, type Split } from '@arcadia/contract/shares'
import { balanceDueOn, isPaidByCard, waysToPay } from '@arcadia/contract/site/business-words'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { hasBegun, isOver } from '@arcadia/contract/trip-over'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'

/** What of a trip decides what is left to do; a row of the list of bookings has it too. */
export interface TripFacts
  extends Pick<Trip, 'key' | 'firstName' | 'selectedDate' | 'status' | 'outcome' | 'waiver' | 'share'> {
  own: Pick<
    OwnTrip,
    | 'totalAmount'
    | 'depositAmount'
    | 'paidAmount'
    | 'pendingAmount'
    | 'depositUntil'
    | 'split'
    | 'isGuideTold'
    | 'movedByUs'
  > | null
}

/** Something a group does before its trip (docs/rules.md §2.27). */
export interface ToDo {
  what: 'deposit' | 'waiver' | 'balance' | 'guide'
  isDone: boolean
  title: string
  /** The button that does it; a done thing has one only where it can be done again. */
  act: string
  /** The same, in a list within a sentence; empty where nothing of it is left. */
  line: string
  note?: string | undefined
  /** Whoever reads has done it: it is passed on to the others. */
  isForOthers?: boolean
  /** The page that does it, if it has one of its own. */
  to?: string
}

/** Who of a group has signed its waiver, by name. */
export interface WhoSigned {
  /** All of them to the guest's session; to a link those that signed on this device. */
  signed: readonly string[]
  /** Who is known by name and has not, whoever booked first; the guest's session alone knows it. */
  open?: readonly string[]
}

/** Some sign with a middle name, or without the last one. */
export const haveOneFirstName = (one: string, other: string): boolean =>
  firstOf(one).toLowerCase() === firstOf(other).toLowerCase()

export const firstOf = (name: string) => name.trim().split(/\s/)[0]!

/** Of the people of a group that are known by name, whoever booked first, those who have not signed; if that is unclear, only the first. */
export function openOf(known: readonly string[], signed: readonly string[], wanted: number): string[] {
  const open = known.filter(
    (one, nth) =>
      known.findIndex((other) => haveOneFirstName(one, other)) === nth &&
      !signed.some((name) => haveOneFirstName(one, name)),
  )
  const isClear = open.length <= wanted - signed.length
  return isClear ? open : open.filter((one) => one === known[0])
}

/** What its guest reads of a trip that we moved, until its day; empty if we didn't (docs/rules.md §2.34). */
export function movedInWords({ outcome, selectedDate, own }: TripFacts, business: Business, now: number): string {
  const isAhead = outcome === 'ON' && selectedDate > venueDate(new Date(now))
  if (!isAhead || !own?.movedByUs) return ''
  return [own.movedByUs, reachUs("Doesn't the new date work for you?", business)].filter(Boolean).join(' ')
}

/** Whether a trip is still to come: not canceled, called off, missed or over. */
export const isToCome = (trip: Pick<Trip, 'outcome' | 'selectedDate'>, business: Business, now: number): boolean =>
  trip.outcome === 'ON' && !isOver(trip, business, now)

/**
 * What is to be done, in the order of the page: the deposit, which keeps the spots, the waiver, the balance, the guide. Nothing once the trip is over, called off or canceled, but to pay.
 * @param who who has signed, as far as this page knows
 */
export function toDosOf(trip: TripFacts, business: Business, now: number, who: WhoSigned = { signed: [] }): ToDo[] {
  const isOn = isToCome(trip, business, now)
  const pays = trip.own
    ? payment(trip, trip.own, business, now)
    : trip.share
      ? paymentOfShare(trip, trip.share, business, now)
      : undefined
  const isDeposit = pays?.what === 'deposit'
  return [
    isDeposit ? pays : undefined,
    isOn && trip.waiver ? waiver(trip, trip.waiver, who) : undefined,
    isDeposit ? undefined : pays,
    isOn && trip.own && !hasBegun(trip, business, now) ? guide(trip.own.isGuideTold) : undefined,
  ].filter((toDo) => toDo !== undefined)
}

/** What this reader is asked to pay now; of a split bill, their own share. */
export const paymentAsked = (toDos: readonly ToDo[]): ToDo | undefined =>
  toDos.find(({ isDone, what }) => !isDone && (what === 'deposit' || what === 'balance'))

/** `Pay the whole $6,450.00 yourself`, the second choice of who split a bill; nothing where their own share is all that is left. */
export function leftToPayYourself({ shares, rest }: Split): string | undefined {
  const open = shares.filter(({ state }) => state === 'OPEN')
  const left = rest + open.reduce((sum, { asks }) => sum + asks, 0)
  const mine = rest + (open.find(({ isOwn }) => isOwn)?.asks ?? 0)
  return left > mine ? `Pay the ${mine > 0 ? 'whole' : 'remaining'} ${formatCents(left)} yourself` : undefined
}

/** `Sign the waiver, pay $2,150.00 by Thu, Jun 18`; empty if all that must be done is done. */
export function toDoLine(toDos: readonly ToDo[]): string {
  return toDos
    .filter(({ what, line }) => what !== 'guide' && line)
    .map(({ line }) => line)
    .join(', ')
}

function waiver({ key, firstName }: TripFacts, { signed, wanted }: NonNullable<Trip['waiver']>, who: WhoSigned): ToDo {
  const isDone = signed >= wanted
  const count = `${signed} of ${wanted}`
  const isGroup = wanted > 1
  const line = isGroup && signed > 0 ? `sign the waiver (${count})` : 'sign the waiver'
  const isSigner = who.signed.some((name) => haveOneFirstName(name, firstName))
  if (key === 'GROUP' && who.signed.length > 0 && signed > 0 && !isDone)
    return {
      what: 'waiver',
      isDone: true,
      title: who.signed.length > 1 ? `${listed.format(who.signed)} have signed` : `You've signed, ${who.signed[0]}`,
      act: 'Sign for someone else',
      line: '',
      note: `${count} signed.`,
    }
  const says = !isDone && signed > 0 && whoHas(firstName, isSigner, wanted - signed, who)
  if (key !== 'GROUP' && isSigner && says)
    return {
      what: 'waiver',
      isDone: false,
      isForOthers: true,
      title: `Sign the waiver, ${count}`,
      act: 'Sign for someone else',
      line,
      note: says,
    }
  return {
    what: 'waiver',
    isDone,
    title: isDone
      ? isGroup
        ? `Waiver, ${count} signed`
        : 'Waiver signed'
      : key !== 'GROUP' && isGroup
        ? `Sign the waiver, ${count}`
        : 'Sign the waiver',
    act: isDone ? '' : 'Sign the waiver',
    line: isDone ? '' : line,
    note: isDone
      ? undefined
      : key === 'GROUP' && isGroup
        ? `${count} signed. Two minutes, right here.`
        : isGroup
          ? says || 'Everyone in your group signs; any phone works.'
          : 'Two minutes, right here.',
  }
}

const listed = new Intl.ListFormat('en-US')

/** `You and Sam have. Kit hasn't yet; any phone works.`; empty if nobody is known to have signed. */
function whoHas(firstName: string, isSigner: boolean, missing: number, { signed, open }: WhoSigned): string {
  const isReader = (name: string) => haveOneFirstName(name, firstName)
  const others = open ? signed.filter((name) => !isReader(name)).map(firstOf) : []
  const have = isSigner ? ['You', ...others] : others
  if (have.length === 0) return ''
  const named = (open ?? []).map((name) => (isReader(name) ? 'you' : firstOf(name)))
  const rest = missing - named.length
  const unnamed = `${numberWord(rest)} ${named.length > 0 ? 'more' : 'of your group'}`
  const left = rest > 0 ? [...named, unnamed] : named
  const has = have.length === 1 && !isSigner ? 'has' : 'have'
  const hasnt = missing === 1 && named[0] !== 'you' ? "hasn't" : "haven't"
  return `${listed.format(have)} ${has}. ${capitalized(listed.format(left))} ${hasnt} yet; any phone works.`
}

function payment(
  trip: TripFacts,
  own: NonNullable<TripFacts['own']>,
  business: Business,
  now: number,
): ToDo | undefined {
  const { pendingAmount, depositUntil } = own
  if (trip.outcome === 'CALLED_OFF') return undefined
  if (trip.status === 'PENDING' && depositUntil) {
    const deposit = formatCents(depositMissing(own))
    return {
      what: 'deposit',
      isDone: false,
      title: `Pay the ${deposit} deposit by ${formatShortDate(venueDate(depositUntil))}`,
      act: `Pay the ${deposit} deposit`,
      line: `pay the ${deposit} deposit`,
      note: 'Pay it and the spots are yours.',
    }
  }
  if (trip.status !== 'CONFIRMED' && trip.status !== 'COMPLETED') return undefined
  if (pendingAmount <= 0)
    return isToCome(trip, business, now)
      ? { what: 'balance', isDone: true, title: 'All paid up', act: '', line: '', note: formatCents(own.paidAmount) }
      : undefined
  const when = dueWhen(trip, business, now)
  const { shares, rest } = own.split
  if (shares.length > 0 && rest < pendingAmount && isPaidByCard(business)) return paymentOfOwn(own.split, when)
  const byHand = isPaidByCard(business) ? undefined : waysToPay(business)
  const deposit = depositAsked(
    { ...own, selectedDate: trip.selectedDate },
    { today: venueDate(new Date(now)), isBalanceByCard: isPaidByCard(business) },
  )
  if (deposit !== undefined) {
    const pay = `ay the ${formatCents(deposit)} deposit`
    return {
      what: 'balance',
      isDone: false,
      title: `P${pay}`,
      act: `P${pay}`,
      line: `p${pay}`,
      note: `Then the balance, ${formatCents(pendingAmount - deposit)}${when}${byHand ? `, ${byHand}` : ''}.`,
    }
  }
  return {
    what: 'balance',
    isDone: false,
    title: `Pay ${formatCents(pendingAmount)}${when}`,
    act: `Pay ${formatCents(pendingAmount)}`,
    line: `pay ${formatCents(pendingAmount)}${when}`,
    note: byHand ? `Please pay ${byHand}.` : 'The balance of your trip.',
  }
}

/** Of a bill that is split: one's own share, or what no share covers. The others are asked for theirs. */
function paymentOfOwn({ shares, rest }: Split, when: string): ToDo | undefined {
  const share = shares.find(({ isOwn }) => isOwn)
  if (share?.state === 'PAYING') return undefined
  const open = share?.state === 'OPEN' ? share : undefined
  // Open shares leave no rest.
  const asks = open ? open.asks : rest
  const amount = formatCents(asks)
  const friends = shares.reduce((sum, one) => sum + (one.state === 'OPEN' && !one.isOwn ? one.asks : 0), 0)
  if (asks > 0)
    return {
      what: 'balance',
      isDone: false,
      title: `Pay ${amount}${when}`,
      act: `Pay ${amount}`,
      line: `pay ${amount}${when}${friends > 0 ? ` (your friends' ${formatCents(friends)} is open too)` : ''}`,
      note: open ? 'Your share of the balance.' : 'What no share covers.',
      ...(open && { to: payAddressOf(open) }),
    }
  const others = formatCents(shares.reduce((sum, one) => sum + one.asks, 0))
  return {
    what: 'balance',
    isDone: true,
    title: share ? 'Your share is paid' : 'Nothing for you to pay now',
    act: '',
    line: `your friends pay ${others} (you owe what they don't)`,
    note: `${others} of your group's shares is still open. What your friends don't pay, you owe.`,
  }
}

/** When the balance is due: ` by Thu, Jun 18`; empty where no day is set. */
export function dueWhen(trip: Pick<Trip, 'selectedDate'>, business: Business, now: number): string {
  const dueOn = balanceDueOn(business, trip.selectedDate)
  if (!dueOn) return ''
  if (dueOn < venueDate(new Date(now)) || isOver(trip, business, now)) return ' now'
  return dueOn === trip.selectedDate ? ' on the morning of your trip' : ` by ${formatShortDate(dueOn)}`
}

function paymentOfShare(
  trip: TripFacts,
  { asks, state, paid }: PaidShare,
  business: Business,
  now: number,
): ToDo | undefined {
  if (state === 'PAID')
    return { what: 'balance', isDone: true, title: 'Your share is paid', act: '', line: '', note: formatCents(paid) }
  if (state === 'PAYING' || asks === 0) return undefined
  const when = dueWhen(trip, business, now)
  return {
    what: 'balance',
    isDone: false,
    title: `Pay your share${when}`,
    act: `Pay ${formatCents(asks)}`,
    line: `pay your share${when}`,
    note: `${capitalized(waysToPay(business) ?? 'by card')}. No account to make.`,
  }
}

const guide = (isTold: boolean): ToDo => ({
  what: 'guide',
  isDone: isTold,
  title: isTold ? 'Your guide knows' : 'Tell your guide',
  act: 'Tell your guide',
  line: 'tell your guide',
  note: isTold ? 'What you told us about your group.' : 'Kids, allergies, a birthday?',
})
