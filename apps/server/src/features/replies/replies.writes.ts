import { fillIn, type Placeholder, refuseUnfilled } from '@arcadia/contract/admin/messages'
import type { EnquiryStatus } from '@arcadia/contract/enquiries'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { type Answered, findReplies, insertReply, setMailOfReply } from './replies.store.ts'

/** The thread id that groups the emails about an enquiry or question. */
export const threadOf = ({ kind, id }: Answered): string => `${kind === 'enquiry' ? 'enquiry' : 'question'}:${id}`

interface Message<Status> extends Answered {
  status: Status
  adminNotes: string | null
  respondedAt: Date | null
  /** The sender, who gets the reply. */
  email: string
  /** Placeholder values for a response. */
  values: Partial<Record<Placeholder, string>>
  /** Set for a question. */
  bookingId?: number
}

const SENT_DIFFERENTLY = 'This response was already sent with different words. Please reopen it.'

interface Change<Status> {
  status: Status
  adminResponse?: string | null | undefined
  adminNotes?: string | null | undefined
}

/**
 * Sets the status and notes of an enquiry or question and emails a new reply once (docs/rules.md §20.1): a reply is new
 * under a new key, or without a key if its text differs from the last one. Needs the message's lock. Returns the columns
 * to store in the message's table.
 * @throws AppError `invalid-input` for a question set to RESPONDED without a response, a response with another status, or
 * an unknown placeholder; `key-reused`
 */
export async function handleMessage<Status extends EnquiryStatus>(
  tx: Db,
  now: Date,
  adminId: number,
  message: Message<Status>,
  change: Change<Status>,
  key: string | undefined,
) {
  const { kind, id, values } = message
  const replies = await findReplies(tx, message)
  const earlier = replies.at(-1)?.text ?? null
  const { status, adminNotes = message.adminNotes, adminResponse } = change
  const text = adminResponse ? fillIn(adminResponse, values) : earlier
  const sent = key === undefined ? undefined : replies.find((reply) => reply.key === key)
  if (adminResponse && text !== null && sent) refuseOther(sent, { text }, SENT_DIFFERENTLY)
  const isNew = adminResponse && text !== null && !sent && (key !== undefined || text !== earlier)
  const refusal = isNew && refuseUnfilled(adminResponse, Object.keys(values))
  if (refusal) throw invalidResponse(refusal)
  if (isNew && status !== 'RESPONDED') throw invalidResponse('To send a response, set the status to Responded.')
  if (kind === 'booking-query' && status === 'RESPONDED' && !text)
    throw invalidResponse('Please write a response first.')
  if (isNew) await sendReply(tx, now, adminId, message, text, key)
  const action = isNew ? 'answered' : 'status-changed'
  const before = { status: message.status, adminResponse: earlier, adminNotes: message.adminNotes }
  await recordChange(tx, adminId, `${kind}.${action}`, id, before, { status, adminResponse: text, adminNotes })
  return {
    status,
    admin_notes: adminNotes,
    updated_at: now,
    // Keeps the time of the first response.
    responded_at: message.respondedAt ?? (status === 'RESPONDED' ? now : null),
  }
}

async function sendReply(
  tx: Db,
  now: Date,
  adminId: number,
  to: Answered & { email: string; bookingId?: number },
  text: string,
  key: string | undefined,
): Promise<void> {
  const { email, bookingId } = to
  const replyId = await insertReply(tx, now, { text, adminId, answered: to, key })
  const params = bookingId === undefined ? { replyId } : { replyId, bookingId }
  const mailId = await enqueueMail(tx, now, { kind: 'reply', to: email, params, thread: threadOf(to) })
  await setMailOfReply(tx, replyId, mailId)
}

function invalidResponse(message: string): AppError {
  return new AppError('invalid-input', { message, path: 'adminResponse' })
}
