import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import type { Base } from '../base.ts'
import { MINUTE_MS } from '../clock.ts'
import { type Db, inTransaction } from '../database/transaction.ts'
import { createLeasedWork } from '../jobs/leased-work.ts'
import type { Sweep } from '../jobs/sweeps.ts'
import {
  addressOf,
  demandsTls,
  isRefusedForGood,
  isServerAway,
  oneLine,
  waitAfter,
  waitWhileAway,
  whyNotSent,
  withoutSecrets,
} from './mail-delivery.rules.ts'
import { attachedPictures } from './pictures.ts'
import type { RenderMail } from './render-mail.ts'
import { type DueMail, takeDueMails } from './take-due-mails.ts'

/**
 * Longer than a try can take, so two processes never send the same email; short enough that a killed process causes
 * little delay.
 */
const LEASE_MS = MINUTE_MS
const TRY_MS = 45_000
const CONNECTIONS = 10
/** Emails a process works on: each connection has the next one ready. */
const AT_ONCE = 2 * CONNECTIONS
/** How long a round goes on taking emails; one that the mail server is slow with keeps its connection while others go out. */
const ROUND_MS = 5000
/** A connection is used for many emails, and closed once there are none. */
const IDLE_MS = 1000

/** Hands an email to the mail server. @throws Error if it was not accepted */
export type SendMail = (mail: SendMailOptions & { to: { address: string }; text: string }) => Promise<unknown>

export function smtpSender(url: string): SendMail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    idleTimeout: IDLE_MS,
    // The outbox tries again itself.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: demandsTls(url),
  })
  return (mail) => transport.sendMail(mail)
}

interface Deps extends Pick<Base, 'db' | 'clock'> {
  log: Pick<Logger, 'info' | 'warn'>
  render: RenderMail
  sendMail: SendMail
  /** The sender, `Arcadia <hello@example.com>`. */
  mailFrom: string
}

/**
 * Sends due emails as fast as the mail server takes them. If the process is killed before the mail server accepted an email,
 * it goes out when the lease ends; if killed while the server was accepting it, it may go out twice, under the same
 * Message-ID.
 */
export function createMailDelivery(deps: Deps): Sweep {
  const { db, clock, log } = deps
  let othersTriedAt = 0

  async function deliver(mail: DueMail): Promise<void> {
    const outcome = await send(mail).catch((error: unknown) => ({ error }))
    if ('error' in outcome) return putBack(mail, outcome.error)
    const { sent } = outcome
    await endMail(db, mail, sent ? { sent_at: clock.now(), ...sent } : { dropped_at: clock.now(), last_error: null })
    log.info({ mail: mail.id, kind: mail.kind }, sent ? 'email sent' : 'email no longer needed')
    if (!sent || Date.now() - othersTriedAt < 1000) return
    othersTriedAt = Date.now()
    await tryOthers(db, clock.now())
  }

  /** Returns the text to keep; null if the email is no longer needed. */
  async function send(mail: DueMail): Promise<{ sent: { subject: string; sent_text: string | null } | null }> {
    const rendered = await inTransaction(db, clock, (tx, now) => deps.render(tx, now, mail))
    if (!rendered) return { sent: null }
    const {
      fromName,
      replyTo,
      references,
      isFromPerson,
      buttons: _,
      picture,
      qr,
      unsubscribeUrl,
      attachments = [],
      ...content
    } = rendered
    await deps.sendMail({
      ...content,
      attachments: [...(await attachedPictures({ ...(picture && { picture }), ...(qr && { qr }) })), ...attachments],
      // Always the address that the mail server is allowed to send from.
      from: { name: fromName, address: addressOf(deps.mailFrom) },
      // An object is always a single address, whatever characters it contains.
      to: { name: '', address: mail.to_email },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      messageId: mail.message_id!,
      date: mail.created_at,
      ...(references && { references, inReplyTo: references.at(-1)! }),
      headers: {
        ...(!isFromPerson && { 'Auto-Submitted': 'auto-generated' }),
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      signal: AbortSignal.timeout(TRY_MS),
    })
    const isEvidence = mail.booking_id !== null
    return { sent: { subject: rendered.subject, sent_text: isEvidence ? withoutSecrets(rendered.text) : null } }
  }

  async function putBack(mail: DueMail, error: unknown): Promise<void> {
    const now = clock.now()
    const isAway = isServerAway(error)
    if (isAway) othersTriedAt = 0
    // The tries of an outage say nothing about this email, so its own begin after it.
    const tries = mail.is_held_up && !isAway ? 1 : mail.tries
    const wait = isAway ? waitWhileAway(tries) : isRefusedForGood(error) ? null : waitAfter(tries)
    const why = oneLine(error instanceof Error ? error.message : String(error))
    log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, why }, wait ? 'email not sent yet' : 'email failed')
    const next = wait === null ? { failed_at: now } : { next_try_at: new Date(now.getTime() + wait) }
    await endMail(db, mail, { ...next, last_error: whyNotSent(error, wait === null), is_held_up: isAway, tries })
  }

  return createLeasedWork<DueMail>({
    name: 'send mail',
    clock,
    log,
    leaseMs: LEASE_MS,
    atOnce: AT_ONCE,
    roundMs: ROUND_MS,
    refills: true,
    take: (lease) => takeDueMails(db, lease, domainOf(deps.mailFrom)),
    work: deliver,
  }).sweep
}

type Ending = { last_error?: string | null; is_held_up?: boolean; tries?: number } & (
  | { sent_at: Date; subject: string; sent_text: string | null }
  | { failed_at: Date }
  | { dropped_at: Date }
  | { next_try_at: Date }
)

/** Records the outcome of a try, unless another process has taken over the email. */
async function endMail(db: Db, mail: DueMail, ending: Ending): Promise<void> {
  await db
    .updateTable('outbox_mails')
    .set({ ...ending, leased_until: null })
    .where('id', '=', mail.id)
    .where('tries', '=', mail.tries)
    .execute()
}

/** The mail server is back: what waited for it goes out now. */
async function tryOthers(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox_mails')
    .set({ next_try_at: now })
    .where('status', '=', 'WAITING')
    .where('is_held_up', '=', true)
    .where('next_try_at', '>', now)
    .execute()
}

function domainOf(mailFrom: string): string {
  return /@([\w.-]+)/.exec(mailFrom)?.[1] ?? 'localhost'
}
