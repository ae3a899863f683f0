import type { PushDevice } from '@arcadia/contract/admin/push-notices'
import { sql } from 'kysely'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { addressOf, waitAfter } from '../../mail/mail-delivery.rules.ts'
import type { MailContent } from '../../mail/outbox.ts'
import type { RenderMail } from '../../mail/render-mail.ts'
import { recordChange } from '../audit-log/record-change.ts'
import {
  afterAnswer,
  encryptPush,
  type IsPushService,
  isPointOnCurve,
  isPushService,
  newSenderKeys,
  placeInPortal,
  type SenderKeys,
  senderHeader,
} from './push-message.rules.ts'
import {
  delayNotice,
  deleteDevice,
  deleteDeviceOf,
  deleteNotice,
  findDevice,
  findKeys,
  type PushKeysRow,
  type PushNoticeRow,
  putDevice,
  putFirstKeys,
} from './push-notices.store.ts'

const LEASE_MS = 60_000
const TRY_MS = 20_000
const AT_ONCE = 5
/** How long a push service keeps a notice for a phone that is off. */
const KEEP_SECONDS = 86_400

export interface PushDeps extends Pick<Base, 'db' | 'clock' | 'log' | 'encryption' | 'mailFrom'> {
  /** Another answer in tests, which have a push service of their own. */
  isPushService?: IsPushService | undefined
}

/** A notice for every device that is turned on, in the transaction of what it tells; due `at`. */
export async function enqueuePush(tx: Db, now: Date, { kind, params }: MailContent, at: Date): Promise<void> {
  await sql`insert into push_notices (device_id, kind, params, created_at, next_try_at)
    select id, ${kind}, ${JSON.stringify(params)}::jsonb, ${now}::timestamptz, ${at}::timestamptz from push_devices`.execute(
    tx,
  )
}

/** None of their devices is told anything more, until one that is signed in says so again. */
export async function forgetDevicesOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('push_devices').where('user_id', '=', userId).execute()
}

export function createPushNotices(deps: PushDeps) {
  const { db, clock, log, encryption } = deps
  const isKnown = deps.isPushService ?? isPushService

  async function keptKeys(): Promise<PushKeysRow> {
    const kept = await findKeys(db)
    if (kept) return kept
    const { publicKey, privateKey } = newSenderKeys()
    await putFirstKeys(db, { public_key: publicKey, private_key_encrypted: encryption.encrypt(privateKey) })
    return keptKeys()
  }

  async function keys(): Promise<SenderKeys> {
    const { public_key, private_key_encrypted } = await keptKeys()
    return { publicKey: public_key, privateKey: encryption.decrypt(private_key_encrypted) }
  }

  /** What the notice says: the email's subject, and where its button leads; null when there is nothing left to tell. */
  async function textOf(
    { id, kind, params }: PushNoticeRow,
    email: string,
    render: RenderMail,
  ): Promise<string | null> {
    const mail = await inTransaction(db, clock, (tx, now) => render(tx, now, { kind, params, to_email: email }))
    // The tag lets a phone that is told twice show it once.
    return mail && JSON.stringify({ title: mail.subject, tag: `notice-${id}`, search: placeInPortal(mail.buttons) })
  }

  async function send(notice: PushNoticeRow, render: RenderMail): Promise<ReturnType<typeof afterAnswer>> {
    const device = await findDevice(db, notice.device_id)
    if (!device || !isKnown(new URL(device.endpoint))) return 'device-gone'
    const text = await textOf(notice, device.email, render)
    if (text === null) return 'sent'
    const contact = `mailto:${addressOf(deps.mailFrom)}`
    const answer = await fetch(device.endpoint, {
      method: 'POST',
      headers: {
        authorization: senderHeader(await keys(), { endpoint: device.endpoint, contact, now: clock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEEP_SECONDS),
        topic: `notice-${notice.id}`,
        urgency: 'high',
      },
      body: new Uint8Array(encryptPush(text, device)),
      // Where it leads to was not looked at.
      redirect: 'error',
      signal: AbortSignal.timeout(TRY_MS),
    })
    await answer.body?.cancel()
    return afterAnswer(answer.status)
  }

  async function deliver(notice: PushNoticeRow, render: RenderMail): Promise<void> {
    const about = { notice: notice.id, kind: notice.kind, tries: notice.tries }
    const outcome = await send(notice, render).catch((error: Error) => {
      // Its cause may name the address, which is as good as a key.
      log.warn({ ...about, why: error.name }, 'a notice could not be sent')
      return 'later' as const
    })
    const wait = waitAfter(notice.tries)
    if (outcome === 'device-gone') await deleteDevice(db, notice.device_id)
    else if (outcome === 'later' && wait !== null) await delayNotice(db, notice, new Date(clock.now().getTime() + wait))
    else await deleteNotice(db, notice)
    log.info({ ...about, outcome }, 'a notice for a device')
  }

  return {
    async publicKey(): Promise<string> {
      return (await keptKeys()).public_key
    },

    async keepDevice(userId: number, { endpoint, keys: { p256dh, auth } }: PushDevice): Promise<void> {
      const field = !isKnown(new URL(endpoint)) ? 'endpoint' : !isPointOnCurve(p256dh) ? 'keys.p256dh' : undefined
      if (field) throw new AppError('not-a-push-service', { path: field })
      await inTransaction(db, clock, async (tx, now) => {
        const device = { user_id: userId, endpoint, public_key: p256dh, auth_secret: auth, created_at: now }
        if (await putDevice(tx, device)) await record(tx, userId, endpoint, 'on')
      })
    },

    async forgetDevice(userId: number, endpoint: string): Promise<void> {
      await inTransaction(db, clock, async (tx) => {
        if (await deleteDeviceOf(tx, userId, endpoint)) await record(tx, userId, endpoint, 'off')
      })
    },

    /**
     * Sends what is due. Killed before the push service took a notice: it goes out once the lease is over. Killed meanwhile:
     * it may go again under the same tag, and shows once.
     */
    delivery: (render: RenderMail): Sweep =>
      createLeasedWork<PushNoticeRow>({
        name: 'send notices to devices',
        clock,
        log,
        leaseMs: LEASE_MS,
        atOnce: AT_ONCE,
        take: (lease) => leaseDue(db, 'push_notices', lease),
        work: (notice) => deliver(notice, render),
      }).sweep,
  }
}

/** The address of the device is as good as a key, so the log has its host alone. */
function record(tx: Db, id: number, endpoint: string, way: 'on' | 'off'): Promise<void> {
  const service = { service: new URL(endpoint).hostname }
  const [before, after] = way === 'on' ? [null, service] : [service, null]
  return recordChange(tx, id, `notifications.turned-${way}`, { kind: 'user', id }, before, after)
}
