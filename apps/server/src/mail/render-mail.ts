import { addresses } from '@arcadia/contract/addresses'
import type { Business } from '@arcadia/contract/business'
import type { Base } from '../base.ts'
import type { Db } from '../database/transaction.ts'
import { shareLink, tripLink, unsubscribeLink } from '../http/booking-links.ts'
import { isOptional } from './mail-budget.rules.ts'
import { oneLine } from './mail-delivery.rules.ts'
import { whyNotToSend } from './mail-holds.ts'
import type { MailKind } from './mail-kinds.ts'
import type { Emails, FinishedMail, MailContext, MailRenderer } from './mail-renderers.ts'

/** The columns of an outbox email that its text depends on. */
export interface OutboxMail {
  kind: MailKind
  to_email: string
  params: object
  /** Needed with `thread`, and for the link that ends emails of its kind. */
  id?: number
  thread?: string | null
}

export type RenderMail = (tx: Db, now: Date, mail: OutboxMail) => Promise<FinishedMail | null>

/**
 * Makes the text of any email in the outbox, and its link if it has one; null when it says nothing that is still true.
 * @throws Error when two features render one kind
 */
export function createRenderMail(
  ofFeatures: readonly Emails[],
  {
    publicUrl,
    business,
    encryptionKey,
  }: Pick<Base, 'publicUrl' | 'encryptionKey'> & { business: { get(tx: Db): Promise<Business> } },
): RenderMail {
  const kinds = ofFeatures.flatMap((renderers) => Object.keys(renderers))
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (twice) throw new Error(`two features render the email '${twice}'`)
  const renderers: Emails = Object.assign({}, ...ofFeatures)
  return async (tx, now, mail) => {
    // A newer version may have enqueued this kind; the try fails, and that version can send it.
    if (!Object.hasOwn(renderers, mail.kind)) throw new Error(`unknown kind of email '${mail.kind}'`)
    // The cast is safe: the params were written for this kind.
    const render = renderers[mail.kind] as MailRenderer<object>
    if (await whyNotToSend(tx, mail)) return null
    const { name, email, ...rest } = await business.get(tx)
    const to = mail.to_email
    const link =
      isOptional(mail.kind) && mail.id ? unsubscribeLink.of(encryptionKey, { id: mail.id, email: to }) : undefined
    const unsubscribe = link && addresses.unsubscribe.href(link)
    const context = {
      publicUrl,
      business: { name, email, ...rest },
      tx,
      now,
      to,
      unsubscribe,
      ...pagesFor(to, encryptionKey),
    }
    const rendered = await render(mail.params, context)
    const finished = rendered && {
      replyTo: email,
      ...rendered,
      fromName: oneLine(name),
      subject: oneLine(rendered.subject),
      ...(link && { unsubscribeUrl: publicUrl + addresses.unsubscribe.oneClick.href(link) }),
    }
    return finished && mail.thread ? inThread(tx, mail, finished) : finished
  }
}

function pagesFor(to: string, key: Buffer): Pick<MailContext, 'linkOf' | 'tripPage' | 'receiptsPage'> {
  const isReader = ({ email }: { email: string | null }) => email?.toLowerCase() === to.toLowerCase()
  const linkOf: MailContext['linkOf'] = (booking, share) => {
    if (isReader(booking)) return tripLink.of(key, booking)
    return share && isReader(share) ? shareLink.of(key, booking, share) : undefined
  }
  return {
    linkOf,
    tripPage(booking) {
      const link = linkOf(booking)
      return link ? addresses.trip.href(link) : addresses.bookings.booking.href(booking)
    },
    receiptsPage(booking) {
      const link = linkOf(booking)
      return link ? addresses.receipts.href(link) : addresses.receipts.own.href(booking)
    },
  }
}

/** Makes it a reply to the thread's earlier emails to this address, with the first one's subject; email apps use both. */
async function inThread(tx: Db, mail: OutboxMail, finished: FinishedMail): Promise<FinishedMail> {
  const before = await tx
    .selectFrom('outbox_mails')
    .select(['message_id', 'subject'])
    .where('thread', '=', mail.thread!)
    .where('to_email', '=', mail.to_email)
    .where('id', '<', mail.id!)
    .where('status', '=', 'SENT')
    .orderBy('id')
    .execute()
  const [first] = before
  if (!first?.subject) return finished
  const references = before.flatMap(({ message_id }) => message_id ?? [])
  return { ...finished, subject: `Re: ${first.subject}`, references }
}
