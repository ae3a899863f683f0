import { type BookingCharge, type BookingMoment, CHARGE_WORDS } from '@arcadia/contract/admin/bookings'
import { actionInWords } from '@arcadia/contract/admin/change-words'
import { type AdminMail, titleOfMail } from '@arcadia/contract/admin/mails'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { BookingEvent } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'

/** What staff changed of a booking, from the change log. */
export interface StaffsChange {
  at: Date
  by: string
  action: string
  before: string | null
  after: string | null
}

export interface BookingTables {
  events: readonly BookingEvent[]
  charges: readonly BookingCharge[]
  mails: readonly Pick<AdminMail, 'id' | 'kind' | 'subject' | 'to' | 'status' | 'error' | 'createdAt' | 'sentAt'>[]
  questions: readonly BookingQuery[]
  signatures: readonly { signedAt: Date; name: string | null; guardian: string | null }[]
  changes: readonly StaffsChange[]
}

/**
 * A booking's timeline, latest first. What staff did stands in both books, the history and the change log, under one name and with
 * one time; it is one moment, told by the one and with the admin and the values of the other.
 */
export function tellTimeline({ changes, ...tables }: BookingTables): BookingMoment[] {
  const told = new Set<StaffsChange>()
  const moments = tables.events.map(({ happenedAt: at, kind, description }) => {
    const change = changes.find(
      (one) => !told.has(one) && one.action === `booking.${kind}` && one.at.getTime() === at.getTime(),
    )
    if (change) told.add(change)
    return moment(at, 'BOOKING', description, { by: change?.by ?? null, changed: change ?? null })
  })
  for (const change of changes)
    if (!told.has(change))
      moments.push(moment(change.at, 'CHANGE', `${actionInWords(change.action)}.`, { by: change.by, changed: change }))
  // Captured payments are in the history already, and so is what the owner canceled of them.
  for (const { startedAt, amount, status, message } of tables.charges)
    if (status !== 'CAPTURED' && !(status === 'VOIDED' && message === null))
      moments.push(
        moment(startedAt, 'CARD', `${formatCents(amount)} by card: ${CHARGE_WORDS[status].toLowerCase()}.`, {
          note: message,
        }),
      )
  for (const mail of tables.mails)
    moments.push(
      moment(mail.sentAt ?? mail.createdAt, 'EMAIL', titleOfMail(mail), {
        note: mail.error && mail.status !== 'SENT' ? `To ${mail.to}. ${mail.error}` : `To ${mail.to}`,
        mail: { id: mail.id, status: mail.status },
      }),
    )
  for (const { createdAt, queryMessage, responses } of tables.questions) {
    moments.push(moment(createdAt, 'QUESTION', 'The guest asked a question.', { note: queryMessage }))
    for (const response of responses)
      moments.push(moment(response.createdAt, 'QUESTION', 'The question was answered.', { note: response.text }))
  }
  for (const { signedAt, name, guardian } of tables.signatures)
    moments.push(
      moment(signedAt, 'WAIVER', name ? `${name} signed the waiver.` : 'A waiver was signed.', {
        note: guardian && `Signed by ${guardian}`,
      }),
    )
  // Stable sort, then reverse: at the same time, the history line comes before what followed from it.
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime()).reverse()
}

function moment(
  at: Date,
  kind: BookingMoment['kind'],
  text: string,
  { note = null, by = null, mail = null, changed }: Partial<BookingMoment>,
): BookingMoment {
  return {
    at,
    kind,
    text,
    note,
    by,
    mail,
    changed: changed ? { before: changed.before, after: changed.after } : null,
  }
}
