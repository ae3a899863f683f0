import type { ChangeAction } from '@arcadia/contract/admin/change-words'
import type { AdminBooking, Allowed } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import { type OwnerMail, tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { offerFreeSpots } from '../waitlist/waitlist.writes.ts'
import type { Bookings } from './bookings.service.ts'
import { findBooking, getChanged } from './bookings.store.ts'
import { isPaymentOpen, type LockedBooking, withBookingLocked } from './lock-booking.writes.ts'

type NameOf<Action> = Action extends `booking.${infer Name}` ? Name : never

/** What can happen to a booking: the kind of its line in the history and, after `booking.`, of its entry in the change log. */
export type ChangeName = NameOf<ChangeAction>

/** Who or what makes a change, and by which emails the guest and the owner hear of it. */
interface Told {
  who: string
  guest: MailKind | null
  owner: OwnerMail['kind'] | null
  /** To the guest's address of before. */
  was?: MailKind
}

/** A change as everybody but its maker sees it. */
export interface ToldChange<By extends string> {
  name: ChangeName
  by: Record<By, Told>
  /** To the guest instead, while the deposit is awaited. */
  whileAwaited?: MailKind
  /** Its spots go to the waitlist in the same transaction. */
  frees: boolean
}

interface Asking<By> {
  now: Date
  booking: AdminBooking
  by: By
  business(): Promise<Business>
}

interface About<By> extends Asking<By>, Maker<By> {
  tx: Db
  booking: LockedBooking
}

/** What a change wrote, for those who read or hear of it. */
export interface Written {
  /** For the history, which the guest reads too and which outlives names and addresses; left out if it is staff's alone. */
  says?: string
  /** For the change log, in wire format, if staff made the change. */
  before?: object | null
  after?: object | null
  /** What the emails need beside the booking's id. */
  params?: object
  /** Who hears of it this time; both if left out. */
  tells?: { guest: boolean; owner: boolean } | undefined
  /** The guest's address of before, if somebody reads it, and what the email to it needs. */
  was?: { to: string; params: object }
}

const BOTH = { guest: true, owner: true }
export const NOBODY = { guest: false, owner: false }

/** A booking as it was before the change, or its id. */
type Changed = Pick<AdminBooking, 'id' | 'email' | 'selectedDate' | 'status' | 'depositUntil'> | number

/** A change of a booking as one value. */
export interface BookingChange<By extends string, Asked> extends ToldChange<By> {
  /** Other days whose spots it takes. */
  enters?(asked: Asked): readonly TripDate[]
  /** Why the booking can't be changed like this, whatever is asked. Whoever reads the booking is told too. */
  refuse?(about: Asking<By>): Promise<AppError | undefined> | AppError | undefined
  /** It is so already, as for a repeat: nothing is written. */
  isDone?(about: About<By> & { asked: Asked }): boolean
  /** Whether it waits until a card payment has its outcome. */
  waitsForPayment(about: About<By>): boolean
  /** Writes what was asked, or refuses that. Returns what it wrote about this booking, or about each of several; undefined if nothing. */
  write(about: About<By> & { asked: Asked }): Promise<Written | undefined | readonly (Written & { booking: Changed })[]>
}

export const toldChange = <By extends string>(change: ToldChange<By>) => change
export const bookingChange = <By extends string, Asked>(change: BookingChange<By, Asked>) => change

/** What those who read the booking are told of a change that they could make. */
export async function isAllowed<By extends string, Asked>(
  change: BookingChange<By, Asked>,
  about: Asking<By>,
): Promise<Allowed> {
  const refusal = await change.refuse?.(about)
  return { ok: refusal === undefined, why: refusal?.message ?? null }
}

/** Who makes a change, with the id of the admin if staff does. */
export interface Maker<By> {
  by: By
  adminId?: number
}

export type Runner = Pick<Base, 'ownerEmail'> & { business: Pick<Businesses, 'get'> }

/**
 * Makes a change in a transaction of its own, and answers with the booking as it was and as it is now.
 * @param asked a function locks accounts, which come before days, and returns the days to lock too
 * @throws AppError `booking-not-found`, `payment-in-progress`, and what the change refuses
 */
export async function changeBooking<By extends string, Asked>(
  deps: Runner & Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'get'> },
  change: BookingChange<By, Asked>,
  { by, user, id }: { by: By; user: Parameters<Bookings['get']>[0]; id: number },
  asked: Asked | ((tx: Db, now: Date) => Promise<{ asked: Asked; days: readonly TripDate[] }>),
): Promise<{ before: AdminBooking; after: AdminBooking }> {
  const read = () => deps.bookings.get(user, id)
  const maker = { by, ...(user.role === 'ADMIN' && { adminId: user.id }) }
  let known: Asked
  const days = async (tx: Db, now: Date) => {
    if (!(asked instanceof Function)) {
      known = asked
      return change.enters?.(asked) ?? []
    }
    const locked = await asked(tx, now)
    known = locked.asked
    return locked.days
  }
  const work = async (tx: Db, now: Date, booking: LockedBooking) => {
    await applyChange(tx, now, deps, change, { ...maker, booking }, known)
    return booking
  }
  const before = await withBookingLocked(deps, read, work, days)
  return { before, after: await read() }
}

/** Makes a change in the caller's transaction, under the locks of its days. */
export async function applyChange<By extends string, Asked>(
  tx: Db,
  now: Date,
  deps: Runner,
  change: BookingChange<By, Asked>,
  { booking, ...maker }: Maker<By> & { booking: LockedBooking | number },
  asked: Asked,
): Promise<void> {
  const locked = typeof booking === 'number' ? (await findBooking(tx, booking))! : booking
  const about = { tx, now, booking: locked, ...maker, business: () => deps.business.get(tx) }
  const refusal = await change.refuse?.(about)
  if (refusal) throw refusal
  if (change.isDone?.({ ...about, asked })) return
  if (change.waitsForPayment(about) && (await isPaymentOpen(tx, locked.id))) throw new AppError('payment-in-progress')
  // Spots that were free before go to those who waited before.
  for (const day of [locked.selectedDate, ...(change.enters?.(asked) ?? [])]) await offerFreeSpots(tx, now, day)
  const written = (await change.write({ ...about, asked })) ?? []
  for (const one of [written].flat())
    await followChange(tx, now, deps, change, { ...maker, booking: locked, ...one }, one)
}

/** What follows from a change that is written: history, change log, emails and the waitlist. */
export async function followChange<By extends string>(
  tx: Db,
  now: Date,
  { ownerEmail }: Partial<Pick<Base, 'ownerEmail'>>,
  { name, by: makers, whileAwaited, frees }: ToldChange<By>,
  { by, adminId, booking }: Maker<By> & { booking: Changed },
  { says, before, after, params, tells = BOTH, was }: Written,
): Promise<void> {
  const { id, email, selectedDate, status, depositUntil } =
    typeof booking === 'number' ? await getChanged(tx, booking) : booking
  const told = makers[by]
  const byStaff = adminId !== undefined
  if (says)
    await tx
      .insertInto('booking_events')
      .values({ booking_id: id, happened_at: now, kind: name, made_by: by, description: says })
      .execute()
  if (byStaff) await recordChange(tx, adminId, `booking.${name}`, id, before, after)
  const about = (kind: MailKind, more = params) => ({ kind, params: { bookingId: id, ...more } }) as MailContent
  const isAwaited = status === 'PENDING' && depositUntil !== null
  const guest = told.guest && isAwaited && whileAwaited ? whileAwaited : told.guest
  if (guest && tells.guest) await enqueueMail(tx, now, { ...about(guest), to: email, byStaff })
  if (told.was && was) await enqueueMail(tx, now, { ...about(told.was, was.params), to: was.to, byStaff })
  if (told.owner && tells.owner) await tellOwner(tx, now, ownerEmail, about(told.owner) as OwnerMail)
  if (frees) await offerFreeSpots(tx, now, selectedDate)
}
