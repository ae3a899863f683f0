import { createHash } from 'node:crypto'
import type { Input } from '@arcadia/contract/endpoint'
import type { AdminEnquiry, Enquiry, NewEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { nameInMail } from '../../mail/letter.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { handleMessage, threadOf } from '../replies/replies.writes.ts'
import { acknowledgementsTo, enquiriesFrom } from './enquiries.rules.ts'
import { insertEnquiry, lockEnquiry, updateEnquiry } from './enquiries.store.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'> {
  /** Gets an email about each enquiry; if unset, every owner does. */
  ownerEmail: string | undefined
}

export function createEnquiries({ db, clock, limits, addressLimits, ownerEmail }: Deps) {
  return {
    /** Stores the enquiry and emails the owner and the sender, in one transaction. */
    async send(enquiry: NewEnquiry, network: string): Promise<Enquiry> {
      await addressLimits.spend(enquiriesFrom(network))
      // Anyone can type someone else's address, so after a few a day we store the enquiry but stop emailing the address.
      const recipient = createHash('sha256').update(enquiry.email.toLowerCase()).digest('base64url')
      const isAcknowledged = await limits.take(acknowledgementsTo(recipient))
      return inTransaction(db, clock, async (tx, now) => {
        const kept = await insertEnquiry(tx, now, enquiry)
        const params = { enquiryId: kept.id }
        await tellOwner(tx, now, ownerEmail, { kind: 'enquiry-received', params })
        const thread = threadOf({ kind: 'enquiry', id: kept.id })
        if (isAcknowledged) await enqueueMail(tx, now, { kind: 'enquiry-acknowledged', to: kept.email, params, thread })
        return kept
      })
    },

    /** Also sends the reply, if there is one. @throws AppError `not-found`, `invalid-input`, `key-reused` */
    setStatus: (
      adminId: number,
      id: number,
      change: Input<typeof setEnquiryStatus>['body'],
      key: string | undefined,
    ): Promise<AdminEnquiry> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await lockEnquiry(tx, id)
        const enquiry = {
          ...before,
          kind: 'enquiry' as const,
          values: { '{name}': nameInMail(before.firstName, null) },
        }
        return updateEnquiry(tx, id, await handleMessage(tx, now, adminId, enquiry, change, key))
      }),
  }
}
