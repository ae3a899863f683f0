import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'

/** What pays of a deposit before a card does. A feature that brings one registers it at `payments.api`. */
export interface Credit {
  /** As a booking's history calls it. */
  name: string
  /** What is set aside for a hold; it is the booking's once the hold is booked. */
  ofHold(db: Db, now: Date, holdId: string): Promise<Cents>
  /** Before that is paid with: frees what is not good any more; the rest stays so until the transaction ends. */
  lock(tx: Db, now: Date, holdId: string): Promise<void>
  /** Takes back all that it paid for a booking that came to nothing; answers how much that was. */
  takeBack(tx: Db, now: Date, bookingId: number): Promise<Cents>
}

export async function coveredOf(credits: readonly Credit[], db: Db, now: Date, holdId: string): Promise<Cents> {
  let covered = 0
  for (const credit of credits) covered += await credit.ofHold(db, now, holdId)
  return covered
}

/** The same, for the transaction that pays the rest by card. */
export async function lockCovered(credits: readonly Credit[], tx: Db, now: Date, holdId: string): Promise<Cents> {
  for (const credit of credits) await credit.lock(tx, now, holdId)
  return coveredOf(credits, tx, now, holdId)
}

/** Into the history of the booking that a hold became. */
export async function recordCovered(credits: readonly Credit[], tx: Db, now: Date, holdId: string, bookingId: number) {
  for (const { name, ofHold } of credits) {
    const cents = await ofHold(tx, now, holdId)
    const paid = `Deposit: ${formatCents(cents)} paid by ${name}.`
    if (cents > 0) await recordBookingEvent(tx, now, bookingId, 'paid', paid)
  }
}

export async function takeBackCovered(credits: readonly Credit[], tx: Db, now: Date, bookingId: number): Promise<void> {
  for (const { name, takeBack } of credits) {
    const cents = await takeBack(tx, now, bookingId)
    const back = `${formatCents(cents)} is back on the ${name}.`
    if (cents > 0) await recordBookingEvent(tx, now, bookingId, 'refunded', back)
  }
}
