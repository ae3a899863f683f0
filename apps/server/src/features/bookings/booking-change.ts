import type { AdminBooking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { type OwnerMail, tellOwner } from '../owner-notices/tell-owner.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { findBooking } from './bookings.store.ts'
import { isPaymentOpen, withBookingLocked } from './lock-booking.service.ts'

/** What can happen to a booking: the kind of its line in the history and, after `booking.`, of its entry in the change log. */
export type ChangeName = 'cancelled'

/** Who or what makes a change, and by which emails the guest and the owner hear of it. */
interface Told {
  who: string
  guest: MailKind | null
  owner: OwnerMail['kind'] | null
}

export type LockedBooking = AdminBooking & { userId: number }

interface About<By, Asked> {
  tx: Db
  now: Date
  booking: LockedBooking
  by: By
  asked: Asked
}

/** What a change wrote, for those who read of it. */
interface Written {
  /** For the history, which the guest reads too and which outlives names and addresses. */
  says: string
  /** For the change log, in wire format, if staff made the change. */
  before?: object
  after?: object
  /** What the emails need beside the booking's id. */
  params?: object
  /** Takes back a slip of seconds ago, so the guest isn't told. */
  isUndo?: boolean
}

/** A change of a booking as one value. */
export interface BookingChange<By extends string, Asked> {
  name: ChangeName
  by: Record<By, Told>
  /** Its spots go to the waitlist in the same transaction. */
  frees: boolean
  /** Whether it waits until a card payment has its outcome. */
  waitsForPayment(about: About<By, Asked>): boolean
  /** The only place that says why not. */
  refuse(about: About<By, Asked>): Promise<AppError | undefined> | AppError | undefined
  /** SQL alone. */
  write(about: About<By, Asked>): Promise<Written>
}

export const bookingChange = <By extends string, Asked>(change: BookingChange<By, Asked>) => change

/** Who makes a change, with the id of the admin if staff does. */
interface Maker<By> {
  by: By
  adminId?: number
}

type Runner = Pick<Base, 'ownerEmail'>

/**
 * Makes a change in a transaction of its own.
 * @param read throws if the caller may not see the booking
 * @param others days that it enters, beside its own
 * @throws AppError `payment-in-progress`, and what the change refuses
 */
export async function changeBooking<By extends string, Asked>(
  deps: Runner & Pick<Base, 'db' | 'clock'>,
  change: BookingChange<By, Asked>,
  read: () => Promise<AdminBooking>,
  maker: Maker<By> & { asked: Asked },
  others: readonly TripDate[] = [],
): Promise<void> {
  await withBookingLocked(
    deps,
    read,
    (tx, now, booking) => applyChange(tx, now, deps, change, { ...maker, booking }),
    others,
  )
}

/** Makes a change in the caller's transaction, under the day's lock. */
export async function applyChange<By extends string, Asked>(
  tx: Db,
  now: Date,
  deps: Runner,
  change: BookingChange<By, Asked>,
  { booking, ...maker }: Maker<By> & { asked: Asked; booking: LockedBooking | number },
): Promise<void> {
  const locked = typeof booking === 'number' ? (await findBooking(tx, booking))! : booking
  const about = { tx, now, booking: locked, by: maker.by, asked: maker.asked }
  if (change.waitsForPayment(about) && (await isPaymentOpen(tx, locked.id))) throw new AppError('payment-in-progress')
  const refusal = await change.refuse(about)
  if (refusal) throw refusal
  // Spots that were free before go to those who waited before.
  if (change.frees) await offerFreeSpots(tx, now, locked.selectedDate)
  await followChange(tx, now, deps, change, { ...maker, booking: locked, written: await change.write(about) })
}

/** What follows from a change that is written: history, change log, emails and the waitlist. */
async function followChange<By extends string>(
  tx: Db,
  now: Date,
  { ownerEmail }: Runner,
  { name, by: ways, frees }: Pick<BookingChange<By, never>, 'name' | 'by' | 'frees'>,
  maker: Maker<By> & { booking: Pick<AdminBooking, 'id' | 'email' | 'selectedDate'>; written: Written },
): Promise<void> {
  const { by, adminId, booking, written } = maker
  const { id, email, selectedDate } = booking
  const { says, before = null, after = null, isUndo = false } = written
  const { guest, owner } = ways[by]
  await tx
    .insertInto('booking_events')
    .values({ booking_id: id, happened_at: now, kind: name, description: says })
    .execute()
  if (adminId !== undefined) await recordChange(tx, adminId, `booking.${name}`, id, before, after)
  const params = { bookingId: id, ...written.params }
  if (guest && !isUndo)
    await enqueueMail(tx, now, {
      ...({ kind: guest, params } as MailContent),
      to: email,
      byStaff: adminId !== undefined,
    })
  if (owner) await tellOwner(tx, now, ownerEmail, { kind: owner, params } as OwnerMail)
  if (frees) await offerFreeSpots(tx, now, selectedDate)
}
