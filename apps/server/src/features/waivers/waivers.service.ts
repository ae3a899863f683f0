import { randomBytes } from 'node:crypto'
import { addresses } from '@arcadia/contract/addresses'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { downloadMyData } from '@arcadia/contract/my-data'
import { callUs } from '@arcadia/contract/site/business-words'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import {
  type countWaiverSignature,
  errors,
  type getBookingWaiver,
  isMinorOn,
  type leaveOutSignature,
  type listWaiverSignatures,
  type listWaiverTexts,
  type openWaiver,
  type publishWaiver,
  refusePerson,
  type SignedWaiver,
  type signWaiver,
} from '@arcadia/contract/waivers'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { isMorning } from '../../mail/morning.rules.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { bookingOf, digestOf, isFull, isIdOf, isOfGroup, isSamePerson, isTokenOf, linkOf } from './waivers.rules.ts'
import {
  blankSignatures,
  findTrip,
  findWaiver,
  insertSignature,
  insertText,
  isSomebodyMissing,
  listSignatures,
  listTexts,
  lockSignature,
  lockTrip,
  type SignatureRow,
  setLeftOut,
} from './waivers.store.ts'

export type Waivers = ReturnType<typeof createWaivers>

export function createWaivers(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl' | 'encryptionKey'> & {
    bookings: Pick<Bookings, 'get' | 'listOf'>
    business: Pick<Businesses, 'get'>
  },
) {
  const { db, clock, encryptionKey, bookings } = deps
  const linkTo = (trip: { id: number; email: string | null }) => linkOf(encryptionKey, trip)
  const urlOf = (trip: { id: number; email: string | null }) => deps.publicUrl + addresses.waiver.href(linkTo(trip))
  const today = () => venueDate(clock.now())
  /** Pass the transaction, if any: taking a second connection inside it could exhaust the pool. */
  const refusal = async (on: Db, code: 'waiver-link-invalid' | 'waiver-full') =>
    new AppError(code, { message: `${errors[code].message} ${callUs(await deps.business.get(on))}` })
  const texts = async (): Promise<Output<typeof listWaiverTexts>> => ({
    texts: (await listTexts(db)).map(({ version, text, published_at }) => ({
      version,
      text,
      publishedAt: published_at,
    })),
  })

  /** For the customer who booked. @throws AppError `booking-not-found` */
  async function ofBooking(user: SignedIn, bookingId: number): Promise<Output<typeof getBookingWaiver>> {
    await bookings.get(user, bookingId)
    const trip = (await findWaiver(db)) && (await findTrip(db, bookingId, today()))
    if (!trip) return { waiver: null }
    const signatures = (await listSignatures(db, [bookingId])).filter(isOfGroup)
    const names = signatures.map(({ id, name }) => ({ id, name: name ?? '' }))
    return { waiver: { url: urlOf(trip), wanted: trip.wanted, signatures: names } }
  }

  return {
    linkOf: linkTo,
    urlOf,
    texts,

    /** The trip of a link's public id. */
    async findLinked(linkId: string) {
      const id = bookingOf(linkId)
      const trip = id && (await findTrip(db, id, today()))
      return trip && isIdOf(encryptionKey, linkId, trip) ? trip : undefined
    },

    /** @throws AppError `waiver-published-meanwhile` */
    async publish(adminId: number, { text, after }: Input<typeof publishWaiver>['body']) {
      await inTransaction(db, clock, async (tx, now) => {
        const [newest] = await listTexts(tx)
        // A retry or a no-op.
        if ((newest?.text ?? null) === text) return
        if ((newest?.version ?? null) !== after) throw new AppError('waiver-published-meanwhile')
        const version = (newest?.version ?? 0) + 1
        await insertText(tx, { version, text, published_at: now, published_by: adminId })
        const action = text === null ? 'waiver.ended' : 'waiver.published'
        const subject = { kind: 'configuration', id: 'waiver' }
        await recordChange(tx, adminId, action, subject, { waiver: newest?.text ?? null }, { waiver: text })
      }).catch(refuseTaken('waivers_pkey', 'waiver-published-meanwhile'))
      return texts()
    },

    /** The page behind the link. @throws AppError `waiver-link-invalid`, whatever is wrong */
    async open(token: string): Promise<Output<typeof openWaiver>> {
      const id = bookingOf(token)
      const [waiver, trip] = await Promise.all([findWaiver(db), id && findTrip(db, id, today())])
      if (!waiver || !trip || !isTokenOf(encryptionKey, token, trip)) throw await refusal(db, 'waiver-link-invalid')
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
        if (!trip || !waiver || !isTokenOf(encryptionKey, token, trip)) throw await refusal(tx, 'waiver-link-invalid')
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
        return answer({ ...row, text: waiver.text }, true)
      })
    },

    ofBooking,

    /**
     * The guest's own word that a signer is not of their group, as long as the group can sign.
     * @throws AppError `booking-not-found`, `waiver-signature-not-found`
     */
    async leaveOut(user: SignedIn, bookingId: number, id: number): Promise<Output<typeof leaveOutSignature>> {
      await bookings.get(user, bookingId)
      await inTransaction(db, clock, async (tx, now) => {
        const trip = await lockTrip(tx, bookingId, venueDate(now))
        const signature = trip && (await lockSignature(tx, id))
        if (signature?.booking_id !== bookingId) throw new AppError('waiver-signature-not-found')
        await setOfGroup(tx, now, signature, false, null)
      })
      return ofBooking(user, bookingId)
    },

    /** For the owner. @throws AppError `booking-not-found` */
    async signaturesOf(user: SignedIn, bookingId: number): Promise<Output<typeof listWaiverSignatures>> {
      const { selectedDate, numberOfGuests, riders } = await bookings.get(user, bookingId)
      const trip = (await findWaiver(db)) && (await findTrip(db, bookingId, today()))
      const signatures = await listSignatures(db, [bookingId])
      return {
        tripDate: selectedDate,
        wanted: trip?.wanted ?? numberOfGuests + riders,
        url: trip ? urlOf(trip) : null,
        signatures: signatures.map((row) => ({
          ...toSigned(row),
          id: row.id,
          name: row.name,
          bornOn: row.born_on,
          address: row.address,
          isOfGroup: isOfGroup(row),
        })),
      }
    },

    /** Sets whether a signature counts for its group. @throws AppError `waiver-signature-not-found` */
    async count(
      user: SignedIn,
      id: number,
      { isOfGroup: counts }: Input<typeof countWaiverSignature>['body'],
    ): Promise<number> {
      return inTransaction(db, clock, async (tx, now) => {
        const signature = await lockSignature(tx, id)
        if (!signature) throw new AppError('waiver-signature-not-found')
        await setOfGroup(tx, now, signature, counts, user.id)
        return signature.booking_id
      })
    },

    /** Who has signed in each of these groups; null if no waiver is required. */
    async signedOf(groups: readonly Pick<AdminBooking, 'id' | 'numberOfGuests' | 'riders'>[]) {
      const isAsked = (await findWaiver(db)) !== undefined
      const signatures = isAsked
        ? await listSignatures(
            db,
            groups.map(({ id }) => id),
          )
        : []
      return (id: number) => {
        const group = isAsked && groups.find((one) => one.id === id)
        if (!group) return null
        return {
          names: namesOf(signatures.filter((one) => one.booking_id === id)),
          wanted: group.numberOfGuests + group.riders,
        }
      }
    },

    /** Waivers signed for a customer's bookings. */
    async listOf(userId: number): Promise<Output<typeof downloadMyData>['waivers']> {
      const ids = (await bookings.listOf(userId)).map(({ id }) => id)
      return (await listSignatures(db, ids)).map(({ booking_id, name, guardian, version, signed_at }) => ({
        bookingId: booking_id,
        name,
        guardian,
        version,
        signedAt: signed_at,
      }))
    },

    /** Reminders for the day before the trip, if signatures are missing. */
    async reminders(now: Date): Promise<Reminder[]> {
      if (!isMorning(now) || !(await findWaiver(db))) return []
      const tomorrow = addDays(venueDate(now), 1)
      return [
        {
          kind: 'WAIVER',
          first: tomorrow,
          last: tomorrow,
          quietDays: 1,
          isNeeded: isSomebodyMissing,
          mail: (bookingId) => ({ kind: 'waiver-reminder', params: { bookingId } }),
        },
      ]
    },

    /** Erases personal data 24 months after the trip (docs/rules.md §16.6). */
    blank: () => blankSignatures(db, clock.now(), addDays(today(), -EVIDENCE_DAYS)),
  }
}

/** @param adminId null if the guest says so */
async function setOfGroup(
  tx: Db,
  now: Date,
  signature: SignatureRow,
  counts: boolean,
  adminId: number | null,
): Promise<void> {
  if (isOfGroup(signature) === counts) return
  const { id, booking_id: booking } = signature
  await setLeftOut(tx, id, counts ? null : now)
  const [before, after] = [!counts, counts].map((isOfGroup) => ({ booking, isOfGroup }))
  const action = counts ? 'waiver.counted' : 'waiver.left-out'
  await recordChange(tx, adminId, action, { kind: 'waiver-signature', id }, before, after)
  const what = counts ? 'counts again.' : "doesn't count: its signer isn't in the group."
  await recordBookingEvent(tx, now, booking, action.replace('.', '-'), `One waiver signature ${what}`)
}

/** Capped at `wanted`, because a changed group may have more signatures. */
const counts = (signed: number, wanted: number) => ({ signed: Math.min(signed, wanted), wanted })

const namesOf = (signatures: readonly SignatureRow[]) =>
  signatures.filter(isOfGroup).map(({ name }) => name ?? 'erased')

function toSigned(row: SignatureRow & { text: string }): SignedWaiver {
  return {
    name: row.name ?? '',
    bornOn: row.born_on ?? '',
    guardian: row.guardian,
    way: row.is_drawn ? 'DRAWN' : 'TYPED',
    signature: row.mark,
    signedAt: row.signed_at,
    version: row.version,
    text: row.text,
  }
}
