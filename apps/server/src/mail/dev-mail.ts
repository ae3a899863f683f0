import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Base } from '../base.ts'
import { type Db, inTransaction, wouldMake } from '../database/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { isFromThisMachine } from '../http/local-request.ts'
import { mailListPage, mailPage } from './dev-mail.pages.ts'
import { addressOf } from './mail-delivery.rules.ts'
import type { RenderedMail } from './mail-renderers.ts'
import { withPictures } from './pictures.ts'
import type { RenderMail } from './render-mail.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'mailFrom' | 'environment'> {
  render: RenderMail
  isPublicUrlLocal: boolean
  smtpUrl: string | undefined
}

export type DevMailSummary = Awaited<ReturnType<typeof listMails>>[number]
export type DevMail = DevMailSummary & NonNullable<Awaited<ReturnType<typeof openMail>>>

const LISTED = 100

/**
 * The outbox as pages (and as JSON for `Accept: application/json`), for trying the site locally without a mail server. It
 * needs the simulator environment and a local PUBLIC_URL, and serves only programs on this machine. Opening an email
 * renders it and creates its links.
 */
export function serveDevMail(http: FastifyInstance, deps: Deps): void {
  const { environment, isPublicUrlLocal, smtpUrl } = deps
  if (environment !== 'simulator' || !isPublicUrlLocal || smtpUrl) return

  const onRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request, deps)) throw new AppError('not-found')
  }

  http.get('/dev/mail', { onRequest }, async (request, reply) => {
    const mails = await listMails(deps.db)
    return send(request, reply, { mails }, async () => mailListPage(mails, await subjectsOf(deps, mails)))
  })

  http.get<{ Params: { id: string } }>('/dev/mail/:id', { onRequest }, async (request, reply) => {
    const mail = await getMail(deps, request.params.id)
    return send(request, reply, mail, async () => mailPage(mail))
  })

  http.get<{ Params: { id: string } }>('/dev/mail/:id/page', { onRequest }, async (request, reply) => {
    const { html, ...shown } = await getMail(deps, request.params.id)
    // Emails have inline styles and pictures of their own; everything else in them is blocked.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
    )
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await withPictures(html, shown))
  })
}

async function send(request: FastifyRequest, reply: FastifyReply, body: object, page: () => Promise<string>) {
  reply.header('cache-control', 'no-store').header('vary', 'accept').header('referrer-policy', 'no-referrer')
  if (request.headers.accept?.includes('application/json')) return reply.send(body)
  return reply.type('text/html; charset=utf-8').send(await page())
}

const summary = [
  'id',
  'kind',
  'to_email as to',
  'created_at as createdAt',
  sql<string>`lower(replace(status, '_', ' '))`.as('status'),
] as const

function listMails(db: Db) {
  return db.selectFrom('outbox_mails').select(summary).orderBy('id', 'desc').limit(LISTED).execute()
}

/** The subjects by id; a list must not create links. */
async function subjectsOf(deps: Deps, mails: readonly DevMailSummary[]): Promise<Map<number, string>> {
  if (mails.length === 0) return new Map()
  return wouldMake(deps.db, deps.clock, async (tx, now) => {
    const subjects = new Map<number, string>()
    const ids = mails.map(({ id }) => id)
    const rows = await tx
      .selectFrom('outbox_mails')
      .select(['id', 'kind', 'to_email', 'params', 'thread'])
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) subjects.set(row.id, (await deps.render(tx, now, row))?.subject ?? 'No longer needed')
    return subjects
  })
}

async function getMail(deps: Deps, id: string) {
  const mail = /^[1-9]\d{0,8}$/.test(id) && (await openMail(deps, Number(id)))
  if (!mail) throw new AppError('not-found')
  return mail
}

function openMail(deps: Deps, id: number) {
  return inTransaction(deps.db, deps.clock, async (tx, now) => {
    const mail = await tx
      .selectFrom('outbox_mails')
      .select(summary)
      .select(['to_email', 'params', 'thread'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!mail) return undefined
    const rendered = await deps.render(tx, now, mail)
    const { id: _, params, to_email, thread, ...listed } = mail
    const text = 'This email is no longer needed and would not be sent.'
    const nothing: RenderedMail = { subject: 'No longer needed', text, html: `<p>${text}</p>` }
    const from = rendered ? `${rendered.fromName} <${addressOf(deps.mailFrom)}>` : deps.mailFrom
    return { id, ...listed, from, ...(rendered ?? { ...nothing, status: 'no longer needed' }) }
  })
}
