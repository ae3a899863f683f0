import { type GiftVoucher, spelled } from '@arcadia/contract/gift-vouchers'
import { cardInWords } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import { tripOf } from './gift-vouchers.rules.ts'
import type { VoucherRow } from './gift-vouchers.store.ts'

/** Codes are kept encrypted. */
export type Sealing = Pick<Base, 'encryption'>

export const CODE_IS_LOST =
  "This code can't be read: the encryption key of that time is lost. Whoever has the code can use it. If nobody has, void this voucher and make another."

/** For people; null if the key of that time is lost. Whoever has such a code uses it like any other. */
export function codeOf({ encryption }: Sealing, { code_encrypted }: Pick<VoucherRow, 'code_encrypted'>) {
  const code = encryption.tryDecrypt(code_encrypted)
  return code === null ? null : spelled(code)
}

/** What its buyer and the portal read. */
export function toWire(row: VoucherRow) {
  return {
    id: row.id,
    worth: row.cents,
    left: row.left,
    trip: tripOf(row),
    senderName: row.sender_name,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    words: row.words,
    picture: row.picture,
    sendOn: row.send_on,
    sentAt: row.sent_at,
    expiresOn: row.expires_on,
    createdAt: row.created_at,
  }
}

/** As its buyer reads it, with the code once it is paid. */
export function toGiftVoucher(deps: Sealing, row: VoucherRow): GiftVoucher {
  const { outcome, outcome_message: message } = row
  const own = { ...toWire(row), buyerEmail: row.buyer_email }
  if (outcome === 'CAPTURED') {
    const card = cardInWords({ cardBrand: row.card_brand, last4: row.last4 })
    return { ...own, status: outcome, code: codeOf(deps, row), card, message }
  }
  const status = outcome === null ? 'PROCESSING' : outcome === 'DECLINED' ? outcome : 'FAILED'
  return { ...own, status, code: null, card: null, message }
}
