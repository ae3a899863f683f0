import type { PushDevice } from '@arcadia/contract/admin/push-notices'
import { sql } from 'kysely'
import type { Base } from '../../base.ts'
import { DAY_MS, MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { afterQuietMinute, joinChanges } from '../../mail/mail-budget.rules.ts'
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
  takeBackChange,
} from './push-notices.store.ts'

const LEASE_MS = MINUTE_MS
const TRY_MS = 20_000
const AT_ONCE = 5
/** How long a push service keeps a notice for a phone that is off. */
const KEEP_SECONDS = DAY_MS / 1000

export interface PushDeps extends Pick<Base, 'db' | 'clock' | 'log' | 'encryption' | 'mailFrom'> {
  /** Overridden in tests, which run their own push service. */
  isPushService?: IsPushService | undefined
}

/**
 * Queues a notice for every subscribed device, due at `at`, in the transaction of the event; of the changes of one booking, the
 * last is told, as by email (docs/rules.md §8.6).
 */
export async function enqueuePush(tx: Db, now: Date, content: MailContent, dueAt: Date): Promise<void> {
  const earlier = await takeBackChange(tx, now, content)
  const { kind, params } = earlier ? joinChanges(earlier, content) : content
  const at = afterQuietMinute(kind, now, dueAt)
  await sql`insert into push_notices (device_id, kind, params, created_at, next_try_at)
    select id, ${kind}, ${JSON.stringify(params)}::jsonb, ${now}::timestamptz, ${at}::timestamptz from push_devices`.execute(
    tx,
  )
}

/** Unsubscribes all devices of a user. A device subscribes again when its owner is signed in. */
export async function forgetDevicesOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('push_devices').where('user_id', '=', userId).execute()
}

export function createPushNotices(deps: PushDeps) {
  const { db, clock, log, encryption } = deps
  const isKnown = deps.isPushService ?? isPushService

  async function getOrCreateKeys(): Promise<PushKeysRow> {
    const kept = await findKeys(db)
    if (kept) return kept
    const { publicKey, privateKey } = newSenderKeys()
    await putFirstKeys(db, { public_key: publicKey, private_key_encrypted: encryption.encrypt(privateKey) })
    return getOrCreateKeys()
  }

  async function keys(): Promise<SenderKeys> {
    const { public_key, private_key_encrypted } = await getOrCreateKeys()
    return { publicKey: public_key, privateKey: encryption.decrypt(private_key_encrypted) }
  }

  /** The payload: the email's subject and its button's page. Null if the email is no longer needed. */
  async function textOf(
    { id, kind, params }: PushNoticeRow,
    email: string,
    render: RenderMail,
  ): Promise<string | null> {
    const mail = await inTransaction(db, clock, (tx, now) => render(tx, now, { kind, params, to_email: email }))
    // With the same tag, a phone shows a duplicate only once.
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
      // The redirect target has not been checked.
      redirect: 'error',
      signal: AbortSignal.timeout(TRY_MS),
    })
    await answer.body?.cancel()
    return afterAnswer(answer.status)
  }

  async function deliver(notice: PushNoticeRow, render: RenderMail): Promise<void> {
    const about = { notice: notice.id, kind: notice.kind, tries: notice.tries }
    const outcome = await send(notice, render).catch((error: Error) => {
      // Log the name only: the cause may contain the endpoint URL, which is as good as a key.
      log.warn({ ...about, why: error.name }, 'sending a push notice failed')
      return 'later' as const
    })
    const wait = waitAfter(notice.tries)
    if (outcome === 'device-gone') await deleteDevice(db, notice.device_id)
    else if (outcome === 'later' && wait !== null) await delayNotice(db, notice, new Date(clock.now().getTime() + wait))
    else await deleteNotice(db, notice)
    log.info({ ...about, outcome }, 'push notice processed')
  }

  return {
    async publicKey(): Promise<string> {
      return (await getOrCreateKeys()).public_key
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
     * Sends due notices. If the process dies, the notice is sent when its lease expires, possibly a second time, but under
     * the same tag, so the phone shows it once.
     */
    delivery: (render: RenderMail): Sweep =>
      createLeasedWork<PushNoticeRow>({
        name: 'push notices',
        clock,
        log,
        leaseMs: LEASE_MS,
        atOnce: AT_ONCE,
        take: (lease) => leaseDue(db, 'push_notices', lease),
        work: (notice) => deliver(notice, render),
      }).sweep,
  }
}

/** Logs only the host, because the endpoint URL is as good as a key. */
function record(tx: Db, id: number, endpoint: string, way: 'on' | 'off'): Promise<void> {
  const service = { service: new URL(endpoint).hostname }
  const [before, after] = way === 'on' ? [null, service] : [service, null]
  return recordChange(tx, id, `notifications.turned-${way}`, { kind: 'user', id }, before, after)
}
