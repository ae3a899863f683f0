import type { MessageDetails, NewMessage, previewMessage } from '@arcadia/contract/admin/messages'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { addDays } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findSent, refuseOther } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { addressTo } from './messages.rules.ts'
import { getMessage, insertMessage, insertRecipient, listRemoved, setMailOfRecipient } from './messages.store.ts'

/** More recipients than this would be a newsletter. */
const MAX_RECIPIENTS = 500
const DAYS_OF_A_WEEK = 7

export function createMessages(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'get' | 'search'> }) {
  const { db, clock, bookings } = deps

  /** The recipients, and how many bookings are skipped because their guest data was removed. */
  async function addressed(admin: SignedIn, message: NewMessage, on: Db) {
    const found = await bookingsOf(bookings, admin, message, on)
    const removed = await listRemoved(on, found)
    const named = found.filter(({ id }) => !removed.includes(id))
    return { recipients: addressTo(named, message), removed: removed.length }
  }

  /**
   * Writes the message, each copy and each email in one transaction: an interruption emails no one, and a commit
   * forgets no one.
   */
  async function write(admin: SignedIn, message: NewMessage, key: string | undefined, tx: Db, now: Date) {
    const { who, date = null, subject, text } = message
    const hasDate = who === 'DAY' || who === 'WEEK'
    const sent = { who, trip_date: hasDate ? date : null, subject, text }
    const id = await insertMessage(tx, {
      ...sent,
      admin_id: admin.id,
      idempotency_key: key ?? null,
      created_at: now,
    })
    if (id === undefined) {
      const earlier = (await findSent(tx, 'messages', { adminId: admin.id, key }, sent))!
      const { recipients } = await getMessage(tx, earlier.id)
      if (who === 'BOOKING') refuseOther(recipients[0]!, { bookingId: message.bookingId! })
      if (!recipients.every(({ bookingId }) => isPicked(message, bookingId))) throw new AppError('key-reused')
      return earlier.id
    }
    const all = await addressed(admin, message, tx)
    const recipients = all.recipients.filter(({ booking }) => isPicked(message, booking.id))
    const written = recipients.filter(({ email }) => email !== null).length
    if (written === 0) throw new AppError('nobody-to-write-to')
    for (const { booking, email, ...words } of recipients) {
      const bookingId = booking.id
      const recipientId = await insertRecipient(tx, { message_id: id, booking_id: bookingId, email, ...words })
      if (email === null) continue
      const params = { recipientId, bookingId }
      await setMailOfRecipient(tx, recipientId, await enqueueMail(tx, now, { kind: 'message', to: email, params }))
    }
    const after = { who, date: sent.trip_date, written, unreached: recipients.length - written }
    await recordChange(tx, admin.id, 'message.sent', id, null, after)
    return id
  }

  return {
    /** The recipients, each with the filled-in message. @throws AppError `booking-not-found`, `too-many-recipients` */
    async preview(admin: SignedIn, message: NewMessage): Promise<Output<typeof previewMessage>> {
      const { recipients, removed } = await addressed(admin, message, db)
      const shown = recipients.map(({ booking: { id, selectedDate, ...booking }, ...rest }) => ({
        ...booking,
        ...rest,
        bookingId: id,
        name: fullName(booking),
        date: selectedDate,
        mail: null,
      }))
      return { recipients: shown, removed }
    },

    /** @throws AppError `booking-not-found`, `nobody-to-write-to`, `too-many-recipients`, `key-reused` */
    async send(admin: SignedIn, message: NewMessage, key: string | undefined): Promise<MessageDetails> {
      return getMessage(db, await inTransaction(db, clock, (tx, now) => write(admin, message, key, tx, now)))
    },
  }
}

/** Whether it goes to this booking, among those that it is for. */
const isPicked = ({ to }: NewMessage, bookingId: number) => to?.includes(bookingId) ?? true

/** Whom a message is for, cancelled bookings aside. */
async function bookingsOf(
  bookings: Pick<Bookings, 'get' | 'search'>,
  admin: SignedIn,
  message: NewMessage,
  on: Db,
): Promise<readonly AdminBooking[]> {
  const { who, bookingId, date } = message
  if (who === 'BOOKING') return [await bookings.get(admin, bookingId!, on)]
  const to = who === 'DAY' ? date : who === 'WEEK' ? addDays(date!, DAYS_OF_A_WEEK - 1) : undefined
  const which = who === 'UNPAID' ? { only: 'UNPAID' as const } : { from: date, to }
  const found = await bookings.search({ ...which, sort: 'date', page: undefined, size: MAX_RECIPIENTS + 1 }, on)
  const all = Array.isArray(found) ? found : found.content
  const coming = all.filter(({ status }) => status !== 'CANCELLED')
  if (coming.length > MAX_RECIPIENTS) throw new AppError('too-many-recipients')
  return coming
}
