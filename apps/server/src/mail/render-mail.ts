import type { Db } from '../database/transaction.ts'
import { oneLine } from './mail-delivery.rules.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'
import type { Letterhead, MailRenderer, MailRenderers, RenderedMail } from './mail-renderers.ts'

export type AllMailRenderers = MailRenderers<MailKinds>

/** A mail of the outbox, as far as its text is concerned. */
export interface OutboxMail {
  kind: MailKind
  to_email: string
  params: object
}

export type RenderMail = (tx: Db, now: Date, mail: OutboxMail) => Promise<RenderedMail | null>

/** Makes the text of any mail in the outbox, and its link if it has one; null when there is nothing left to tell. */
export function createRenderMail(renderers: AllMailRenderers, letterhead: Letterhead): RenderMail {
  return async (tx, now, mail) => {
    // A row of a kind that a newer version wrote: it fails, is tried again, and that version may get it.
    if (!Object.hasOwn(renderers, mail.kind)) throw new Error(`mail of the unknown kind '${mail.kind}'`)
    // The params were written for this very kind.
    const render = renderers[mail.kind] as MailRenderer<object>
    const rendered = await render(mail.params, { ...letterhead, tx, now, to: mail.to_email })
    return rendered && { ...rendered, subject: oneLine(rendered.subject) }
  }
}
