import type { Business } from '@arcadia/contract/business'
import type { Db } from '../database/transaction.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'

/** How the site calls itself in an email, and how people reach it. */
export interface Letterhead {
  /** Without a slash at the end. */
  publicUrl: string
  business: Pick<Business, 'name' | 'email' | 'phone'>
}

/** What a renderer may use. What it writes (the row of a link) is committed before the email is sent. */
export interface MailContext extends Letterhead {
  business: Business
  tx: Db
  now: Date
  to: string
}

export interface RenderedMail {
  subject: string
  text: string
  /** The same as a page. */
  html: string
  /** Where its buttons lead, in their order. */
  buttons?: string[]
  /** Whom an answer goes to, if not the business. */
  replyTo?: string
  /** Somebody wrote it by hand, who would like an answer: it is not marked as sent by a machine. */
  isFromPerson?: boolean
  attachments?: { filename: string; contentType: string; content: string }[]
}

/** An email ready to be sent, in the name that the business has now. */
export interface FinishedMail extends RenderedMail {
  fromName: string
  /** The Message-IDs of what was sent before it in its thread, the latest last. */
  references?: string[]
}

/** Makes the email from the rows its params name; null when there is nothing left to tell, and nothing is sent. */
export type MailRenderer<Params> = (params: Params, context: MailContext) => Promise<RenderedMail | null>

/** What renders the kinds that a feature declares. */
export type Emails = { [Kind in MailKind]?: MailRenderer<MailKinds[Kind]> }
