import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@arcadia/contract/endpoint'
import { fullName } from '@arcadia/contract/full-name'
import { callUs } from '@arcadia/contract/site/contact-words'
import { venueDate } from '@arcadia/contract/trip-date'
import { errors, isMinorOn, nameKey, type openWaiver, refusePerson, type signWaiver } from '@arcadia/contract/waivers'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, groupLink } from '../../http/booking-links.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import { toSigned } from './to-signed.ts'
import { digestOf, isFull, isOfGroup, isSamePerson } from './waivers.rules.ts'
import { findTrip, findWaiver, insertSignature, listSignatures, lockTrip, type SignatureRow } from './waivers.store.ts'

/** Signing for a group, by its link. */
export function createSigning(
  deps: Pick<Base, 'db' | 'clock' | 'encryptionKey'> & {
    business: Pick<Businesses, 'get'>
  },
) {
  const { db, clock, encryptionKey } = deps
  /** Pass the transaction, if any: taking a second connection inside it could exhaust the pool. */
  const refusal = async (on: Db, code: 'waiver-link-invalid' | 'waiver-full') =>
    new AppError(code, { message: `${errors[code].message} ${callUs(await deps.business.get(on))}` })

  return {
    /** The page behind the link. @throws AppError `waiver-link-invalid`, whatever is wrong */
    async open(token: string): Promise<Output<typeof openWaiver>> {
      const id = bookingOf(token)
      const [waiver, trip] = await Promise.all([findWaiver(db), id && findTrip(db, id, venueDate(clock.now()))])
      if (!waiver || !trip || !groupLink.isToken(encryptionKey, token, trip))
        throw await refusal(db, 'waiver-link-invalid')
      const signed = (await listSignatures(db, [trip.id])).filter(isOfGroup).length
      return { tripDate: trip.trip_date, ...counts(signed, trip.wanted), version: waiver.version, text: waiver.text }
    },

    /**
     * Signs for one person, once, even with retries and concurrent requests: it locks the booking.
     * @throws AppError see the endpoint
     */
    async sign(
      { token, version, ...form }: Input<typeof signWaiver>['body'],
      { key, address }: { key: string; address: string },
    ): Promise<Output<typeof signWaiver> & { isNew: boolean }> {
      return inTransaction(db, clock, async (tx, now) => {
        const id = bookingOf(token)
        const trip = id && (await lockTrip(tx, id, venueDate(now)))
        const waiver = await findWaiver(tx)
        if (!trip || !waiver || !groupLink.isToken(encryptionKey, token, trip))
          throw await refusal(tx, 'waiver-link-invalid')
        const all = await listSignatures(tx, [trip.id])
        const before = all.filter(isOfGroup)
        const answer = (signed: SignatureRow & { text: string }, isNew: boolean, isTheirs = true) => ({
          ...counts(before.length + Number(isNew), trip.wanted),
          ...toSigned(signed),
          ...(!isTheirs && { guardian: form.guardian, signature: null }),
          isNew,
        })

        const sent = all.find((one) => one.idempotency_key === key)
        if (sent && !isSamePerson(sent, form)) throw new AppError('waiver-sent-otherwise')
        if (sent) return answer(sent, false)
        const earlier = before.find((one) => isSamePerson(one, form))
        if (earlier) return answer(earlier, false, false)

        if (version !== waiver.version) throw new AppError('waiver-changed')
        const wrong = refusePerson(form, trip.trip_date, venueDate(now))
        if (wrong) throw new AppError(wrong.code, wrong)
        if (isFull(before, trip.wanted, address)) throw await refusal(tx, 'waiver-full')
        const salt = randomBytes(16)
        const row = await insertSignature(tx, {
          booking_id: trip.id,
          version,
          idempotency_key: key,
          signed_at: now,
          name: form.name,
          born_on: form.bornOn,
          guardian: isMinorOn(trip.trip_date, form.bornOn) ? form.guardian : null,
          is_drawn: form.way === 'DRAWN',
          mark: form.signature,
          address,
          salt,
        })
        const said = { booking: trip.id, version, digest: digestOf({ ...row, salt }, waiver.text) }
        await recordChange(tx, null, 'waiver.signed', { kind: 'waiver-signature', id: row.id }, null, said)
        // Of those who sign, the address of the one who booked is known.
        const to =
          nameKey(fullName({ firstName: trip.first_name, lastName: trip.last_name })) === nameKey(form.name)
            ? trip.email
            : null
        await enqueueMail(tx, now, { kind: 'waiver-signed', to, params: { signatureId: row.id, bookingId: trip.id } })
        return answer({ ...row, text: waiver.text }, true)
      })
    },
  }
}

/** Capped at `wanted`, because a changed group may have more signatures. */
const counts = (signed: number, wanted: number) => ({ signed: Math.min(signed, wanted), wanted })
