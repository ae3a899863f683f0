import { fillIn, type Placeholder, refuseUnfilled } from '@arcadia/contract/admin/messages'
import type { EnquiryStatus } from '@arcadia/contract/enquiries'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseOther } from '../../http/idempotency-key.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { type Answered, findReplies, insertReply, setMailOfReply } from './replies.store.ts'

/** The emails about an enquiry or a question belong together by this. */
export const threadOf = ({ kind, id }: Answered): string => `${kind === 'enquiry' ? 'enquiry' : 'question'}:${id}`

interface Message<Status> extends Answered {
  status: Status
  adminNotes: string | null
  respondedAt: Date | null
  /** Who wrote it, and gets the reply. */
  email: string
  /** What the placeholders of a response stand for. */
  values: Partial<Record<Placeholder, string>>
  /** Of a question. */
  bookingId?: number
}

const SENT_OTHERWISE = 'This response was already sent with other words. Please open it again.'

interface Change<Status> {
  status: Status
  adminResponse?: string | null | undefined
  adminNotes?: string | null | undefined
}

/**
 * Sets status and notes of what somebody wrote and emails a reply that is new, once however often it is sent
 * (docs/rules.md §20.1): under a key of its own, or, without one, when it says something else than the last. Needs the
 * message's lock. Answers what the message's own table has to store.
 * @throws AppError `invalid-input` for a question that is RESPONDED without a response, for a response that comes with
 * another status and for one with a placeholder that stands for nothing, `key-reused`
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
  if (adminResponse && text !== null && sent) refuseOther(sent, { text }, SENT_OTHERWISE)
  const isNew = adminResponse && text !== null && !sent && (key !== undefined || text !== earlier)
  const refusal = isNew && refuseUnfilled(adminResponse, Object.keys(values))
  if (refusal) throw notNow(refusal)
  if (isNew && status !== 'RESPONDED') throw notNow('A response is sent with the status Responded.')
  if (kind === 'booking-query' && status === 'RESPONDED' && !text) throw notNow('Please write a response first.')
  if (isNew) await sendReply(tx, now, adminId, message, text, key)
  const action = isNew ? 'answered' : 'status-changed'
  const before = { status: message.status, adminResponse: earlier, adminNotes: message.adminNotes }
  await recordChange(tx, adminId, `${kind}.${action}`, id, before, { status, adminResponse: text, adminNotes })
  return {
    status,
    admin_notes: adminNotes,
    updated_at: now,
    // The first answer's time stays.
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

function notNow(message: string): AppError {
  return new AppError('invalid-input', { message, path: 'adminResponse' })
}
