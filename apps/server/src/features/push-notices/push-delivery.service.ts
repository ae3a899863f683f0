import { DAY_MS, MINUTE_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { addressOf, waitAfter } from '../../mail/mail-delivery.rules.ts'
import type { RenderMail } from '../../mail/render-mail.ts'
import {
  afterAnswer,
  encryptPush,
  isPushService,
  placeInPortal,
  type SenderKeys,
  senderHeader,
} from './push-message.rules.ts'
import { getOrCreateKeys, type PushDeps } from './push-notices.service.ts'
import { delayNotice, deleteDevice, deleteNotice, findDevice, type PushNoticeRow } from './push-notices.store.ts'

const LEASE_MS = MINUTE_MS
const TRY_MS = 20_000
const AT_ONCE = 5
/** How long a push service keeps a notice for a phone that is off. */
const KEEP_SECONDS = DAY_MS / 1000

export function createPushDelivery(deps: PushDeps) {
  const { db, clock, log, encryption } = deps
  const isKnown = deps.isPushService ?? isPushService

  /** Null if the key of that time is lost. */
  async function keys(): Promise<SenderKeys | null> {
    const { public_key, private_key_encrypted } = await getOrCreateKeys(deps)
    const privateKey = encryption.tryDecrypt(private_key_encrypted)
    return privateKey === null ? null : { publicKey: public_key, privateKey }
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
    const sender = await keys()
    if (!sender) return 'refused'
    const contact = `mailto:${addressOf(deps.mailFrom)}`
    const answer = await fetch(device.endpoint, {
      method: 'POST',
      headers: {
        authorization: senderHeader(sender, { endpoint: device.endpoint, contact, now: clock.now() }),
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
    /**
     * Sends due notices. If the process dies, the notice is sent when its lease expires, possibly a second time, but under
     * the same tag, so the phone shows it once.
     */
    sweep: (render: RenderMail): Sweep =>
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
