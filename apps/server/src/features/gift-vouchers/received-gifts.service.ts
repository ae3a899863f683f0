import { spelled } from '@arcadia/contract/gift-vouchers'
import type { Gift } from '@arcadia/contract/gifts'
import type { Base } from '../../base.ts'
import { type Db, inSnapshot } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hashesOf } from '../../http/links.ts'
import type { MailContent } from '../../mail/outbox.ts'
import { digestOfCode, statusOf, triesFrom, tripOf } from './gift-vouchers.rules.ts'
import { findSetAside, listTripsPaid, type VoucherRow, vouchersAt } from './gift-vouchers.store.ts'

/** A gift for whoever has its code, without an account (docs/rules.md §13.17). */
export function createReceivedGifts({ db, clock, addressLimits }: Pick<Base, 'db' | 'clock' | 'addressLimits'>) {
  return {
    /** Only looks: nothing is used by opening it. @throws AppError `voucher-not-found`, `too-many-requests` */
    async open(code: string, network: string): Promise<Gift> {
      const tries = triesFrom(network)
      await addressLimits.spend(tries, 'Too many wrong codes.')
      const now = clock.now()
      const gift = await inSnapshot(db, async (tx) => {
        const row = await issuedAt(tx, now).where('v.code_digest', '=', digestOfCode(code)).executeTakeFirst()
        if (!row) return undefined
        const [uses, setAside] = [await listTripsPaid(tx, row.id), await findSetAside(tx, now, row.id)]
        return toGift(now, row, { code: spelled(code), uses, setAside })
      })
      if (!gift) throw new AppError('voucher-not-found')
      await addressLimits.giveBack(tries)
      return gift
    },

    /** The email that has the link of a public id, once it was sent. */
    async findSent(id: string): Promise<{ to: string; mail: MailContent } | undefined> {
      const range = hashesOf(id)
      if (!range) return undefined
      const [first, last] = range
      const row = await issuedAt(db, clock.now())
        .where('v.code_digest', '>=', first)
        .where('v.code_digest', '<=', last)
        .where('v.sent_at', 'is not', null)
        .executeTakeFirst()
      return row?.recipient_email
        ? { to: row.recipient_email, mail: { kind: 'gift-voucher', params: { voucherId: row.id } } }
        : undefined
    },
  }
}

const issuedAt = (db: Db, now: Date) => vouchersAt(db, now).where('v.issued_at', 'is not', null)

function toGift(now: Date, row: VoucherRow, opened: Pick<Gift, 'code' | 'uses' | 'setAside'>): Gift {
  const status = statusOf(row, now)
  // After 24 months without a payment nobody is named anymore.
  const isNamed = row.blanked_at === null
  return {
    senderName: isNamed ? row.sender_name : '',
    recipientName: isNamed ? row.recipient_name : '',
    recipientEmail: isNamed && status === 'GOOD' ? row.recipient_email : null,
    words: row.words,
    picture: row.picture,
    worth: row.cents,
    left: row.left,
    expiresOn: row.expires_on,
    ...opened,
    trip: tripOf(row),
    status: status === 'UNPAID' ? 'VOID' : status,
  }
}
