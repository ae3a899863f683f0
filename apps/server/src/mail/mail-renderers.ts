import type { Address, EmailedLink } from '@arcadia/contract/addresses'
import type { Business } from '@arcadia/contract/business'
import type { Db } from '../database/transaction.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'
import type { Shown } from './pictures.ts'

/** The site's name in emails, and how to reach it. */
export interface Letterhead {
  /** Where emails of this kind are ended, if whoever gets them may. */
  unsubscribe?: Address | undefined
  /** Without a trailing slash. */
  publicUrl: string
  business: Pick<Business, 'name' | 'email' | 'phone'>
}

/** What renderers may use. Their writes, such as a link's row, are committed before the email is sent. */
export interface MailContext extends Letterhead {
  business: Business
  tx: Db
  now: Date
  to: string
  /** The link of a trip that this email's address was sent, or of a share of its bill; undefined for any other address. */
  linkOf(booking: Linked, share?: Linked): EmailedLink | undefined
  /** The page of a trip: by its link, which needs no sign-in, where the email goes to who has that link. */
  tripPage(booking: Linked): Address
  /** The printable receipts of a trip, by the same key. */
  receiptsPage(booking: Linked): Address
}

interface Linked {
  id: number
  email: string | null
}

/** The pictures that the HTML shows come in the email. */
export interface RenderedMail extends Shown {
  subject: string
  text: string
  /** The text as HTML. */
  html: string
  /** Where its button and its rows lead, in order. */
  buttons?: string[]
  /** Reply-to address, if not the business. */
  replyTo?: string
  /** Written by a person who expects an answer, so it is not marked as auto-generated. */
  isFromPerson?: boolean
  attachments?: { filename: string; contentType: string; content: string }[]
}

/** An email ready to send, with the current name of the business. */
export interface FinishedMail extends RenderedMail {
  fromName: string
  /** Message-IDs of the earlier emails in its thread, oldest first. */
  references?: string[]
  /** Where a mail program ends emails of this kind in one click. */
  unsubscribeUrl?: string
}

/** No try will write this email. The message is for the owner: why, and what there is to do. */
export class UnwritableMail extends Error {}

/**
 * Renders the email from the rows its params name; null if it is no longer needed, and then nothing is sent.
 * @throws UnwritableMail
 */
export type MailRenderer<Params> = (params: Params, context: MailContext) => Promise<RenderedMail | null>

/** Renderers for the kinds of email a feature declares. */
export type Emails = { [Kind in MailKind]?: MailRenderer<MailKinds[Kind]> }
