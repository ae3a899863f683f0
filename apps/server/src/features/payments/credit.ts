import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'

/** Something that pays part of a deposit before a card does. Features register theirs at `payments.api`. */
export interface Credit {
  /** Its name in a booking's history. */
  name: string
  /** The amount reserved for a hold. It carries over when the hold is booked. */
  ofHold(db: Db, now: Date, holdId: string): Promise<Cents>
  /** Called before paying: releases what is no longer valid and locks the rest until the transaction ends. */
  lock(tx: Db, now: Date, holdId: string): Promise<void>
  /** Reverses everything it paid for a booking that fell through and returns the amount. */
  takeBack(tx: Db, now: Date, bookingId: number): Promise<Cents>
}

export async function coveredOf(credits: readonly Credit[], db: Db, now: Date, holdId: string): Promise<Cents> {
  let covered = 0
  for (const credit of credits) covered += await credit.ofHold(db, now, holdId)
  return covered
}

/** The same, locked for the transaction that pays the rest by card. */
export async function lockCovered(credits: readonly Credit[], tx: Db, now: Date, holdId: string): Promise<Cents> {
  for (const credit of credits) await credit.lock(tx, now, holdId)
  return coveredOf(credits, tx, now, holdId)
}

/** Adds the covered amounts to the history of the new booking. */
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
