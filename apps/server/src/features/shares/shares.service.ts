import { addresses } from '@arcadia/contract/addresses'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { weighted } from '@arcadia/contract/share-amounts'
import { type PaidShare, SHARES_AT_MOST, type Split, type SplitAsked, type StaffSplit } from '@arcadia/contract/shares'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, shareLink, shareOf } from '../../http/booking-links.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { readDue } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { hasTooSmall, stateOf } from './shares.rules.ts'
import { findShare, insertShare, readRefundable, updateShare } from './shares.store.ts'
import { type AskedShare, type AskedSplit, readSplit, readSplits } from './shares.writes.ts'

type Viewer = Pick<SignedIn, 'id' | 'role'> & Partial<SignedIn>

export type Shares = ReturnType<typeof createShares>

export const sharesSplit = toldChange({
  name: 'shares-split',
  by: { guest: { who: "its guest, also by the booking's link", guest: null, owner: null } },
  frees: false,
})

/** Of one share, by whoever asks for it. */
const emailsOf = limitFor('share-emails', 3, DAY_MS)

type Booked = Pick<AdminBooking, 'id' | 'email'>

/** As whoever booked reads it. */
const toShown = (
  { publicUrl, encryptionKey }: Pick<Base, 'publicUrl' | 'encryptionKey'>,
  booking: Booked,
  { shares, rest }: AskedSplit,
): Split => ({
  rest,
  shares: shares.map((share) => ({
    ...toPaidShare(share),
    id: share.id,
    isOwn: share.is_own,
    email: share.email,
    emailedAt: share.emailed_at,
    url: publicUrl + addresses.trip.href(shareLink.of(encryptionKey, booking, share)),
  })),
})

const toPaidShare = ({ name, paid, asks, ...share }: AskedShare): PaidShare => ({
  name,
  paid,
  asks,
  state: stateOf({ paid, ...share }, asks),
})

/** What a booking owes, split over its group (docs/rules.md §3.39). */
export function createShares(
  deps: Pick<Base, 'db' | 'clock' | 'limits' | 'encryptionKey' | 'publicUrl'> & {
    bookings: Pick<Bookings, 'get' | 'find' | 'read'>
    business: Pick<Businesses, 'get'>
  },
) {
  const { db, clock, bookings, encryptionKey } = deps

  /** Of each of these bookings. */
  async function showAll(bookings: readonly Booked[]): Promise<(id: number) => Split> {
    const splits = await readSplits(
      db,
      bookings.map(({ id }) => id),
    )
    const shown = new Map(bookings.map((booking) => [booking.id, toShown(deps, booking, splits.get(booking.id)!)]))
    return (id) => shown.get(id)!
  }

  const show = async (booking: AdminBooking): Promise<Split> => (await showAll([booking]))(booking.id)

  async function showStaff(user: SignedIn, booking: AdminBooking): Promise<StaffSplit> {
    const { shares, rest } = await show(booking)
    const hidden = user.position === 'GUIDE' && { email: null, url: null }
    const shown = shares.map(async (share) => ({ ...share, refundable: await readRefundable(db, share.id), ...hidden }))
    return { rest, shares: await Promise.all(shown) }
  }

  const unpaid = ({ shares }: { shares: AskedShare[] }) =>
    shares.filter((share) => share.asks > 0 && stateOf(share, share.asks) === 'OPEN')

  async function email(booking: AdminBooking, shares: readonly AskedShare[]): Promise<Split> {
    const emailed = shares.filter((share) => share.email !== null)
    if (emailed.length === 0) throw new AppError('share-not-found')
    const due: AskedShare[] = []
    // A share that was emailed often enough today doesn't keep the others from their email.
    for (const share of emailed) if (await deps.limits.take(emailsOf(share.id))) due.push(share)
    if (due.length === 0) await deps.limits.demandSome(emailsOf(emailed[0]!.id))
    await inTransaction(db, clock, async (tx, now) => {
      for (const share of due) await emailShare(tx, now, booking.id, share)
    })
    return show(booking)
  }

  return {
    showAll,

    /** @throws AppError `booking-not-found` */
    async showStaff(user: SignedIn, bookingId: number): Promise<StaffSplit> {
      return showStaff(user, await bookings.get(user, bookingId))
    },

    /** The share of a link and its booking, unless it was taken back. */
    async find(token: string) {
      const named = await findNamed(deps, token)
      return named && shareLink.isToken(encryptionKey, token, named.booking, named.share) ? named : undefined
    },

    /** The same for a link's public id. */
    async findById(linkId: string) {
      const named = await findNamed(deps, linkId)
      return named && shareLink.isId(encryptionKey, linkId, named.booking, named.share) ? named : undefined
    },

    /** What a share asks; undefined once it was taken back. */
    async readOne(bookingId: number, shareId: number): Promise<PaidShare | undefined> {
      const share = (await readSplit(db, bookingId)).shares.find(({ id }) => id === shareId)
      return share && toPaidShare(share)
    },

    /**
     * Replaces the unpaid shares. A repeat finds that they have changed, and writes nothing.
     * @throws AppError `booking-not-found`, `nothing-owed`, `payment-in-progress`, `owed-changed`, `balance-not-by-card`,
     * `shares-changed`, `share-not-open`, `shares-do-not-add-up`, `share-too-small`, `invalid-input`
     */
    async split(user: Viewer, bookingId: number, asked: SplitAsked): Promise<Split> {
      const read = () => bookings.get(user, bookingId)
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (asked.shares.length > 0) await demandSplittable(tx, now, deps, booking, asked)
        await writeSplit(tx, now, booking, asked)
      })
      return show(await read())
    },

    /** @throws AppError `booking-not-found`, `share-not-found`, `too-many-requests` */
    async emailOne(user: Viewer, bookingId: number, shareId: number): Promise<Split> {
      const booking = await bookings.get(user, bookingId)
      return email(
        booking,
        unpaid(await readSplit(db, bookingId)).filter(({ id }) => id === shareId),
      )
    },

    /** @throws AppError `booking-not-found`, `share-not-found`, `too-many-requests` */
    async emailAll(admin: SignedIn, bookingId: number): Promise<StaffSplit> {
      const booking = await bookings.get(admin, bookingId)
      await email(booking, unpaid(await readSplit(db, bookingId)))
      return showStaff(admin, booking)
    },
  }
}

async function findNamed({ db, bookings }: { db: Db; bookings: Pick<Bookings, 'find'> }, text: string) {
  const [bookingId, shareId] = [bookingOf(text), shareOf(text)]
  const share = shareId ? await findShare(db, shareId) : undefined
  if (!bookingId || share?.booking_id !== bookingId) return undefined
  const booking = await bookings.find(bookingId)
  return booking && { booking, share }
}

/** Sends a share its link, which asks for whatever it asks by then; one that was emailed before is reminded (docs/rules.md §3.41). */
export async function emailShare(
  tx: Db,
  now: Date,
  bookingId: number,
  { id: shareId, email: to, emailed_at }: Pick<AskedShare, 'id' | 'email' | 'emailed_at'>,
): Promise<void> {
  if (to === null) return
  await enqueueMail(tx, now, {
    kind: 'share-asked',
    to,
    params: { bookingId, shareId, isReminder: emailed_at !== null },
  })
  await updateShare(tx, shareId, { emailed_at: now })
}

/** @throws AppError `nothing-owed`, `balance-not-by-card`, `owed-changed` */
async function demandSplittable(
  tx: Db,
  now: Date,
  { business }: { business: Pick<Businesses, 'get'> },
  booking: AdminBooking,
  { owed }: SplitAsked,
): Promise<void> {
  const due = readDue(now, booking)
  if ('whyNot' in due) throw new AppError('nothing-owed', { message: due.message })
  if (due.deposit > 0)
    throw new AppError('nothing-owed', { message: 'The deposit comes first. Once it is paid, you can split the rest.' })
  if (!isPaidByCard(await business.get(tx))) throw new AppError('balance-not-by-card')
  if (owed === due.owed) return
  const message = `The balance is now ${formatCents(due.owed)}, not ${formatCents(owed)}.`
  throw new AppError('owed-changed', { message })
}

/** Under the day's lock, which every payment takes. */
async function writeSplit(tx: Db, now: Date, booking: AdminBooking, asked: SplitAsked): Promise<void> {
  const bookingId = booking.id
  const { shares: before, left } = await readSplit(tx, bookingId)
  const open = before.filter((share) => stateOf(share, share.asks) === 'OPEN')
  const wanted = asked.shares.map((one) => ({ ...one, was: before.find(({ id }) => id === one.id) }))
  const removed = open.filter(({ id }) => !wanted.some(({ was }) => was?.id === id))
  refuseChanged(before, open, removed, wanted, asked.seen)
  if (before.length - open.length + wanted.length > SHARES_AT_MOST)
    throw new AppError('invalid-input', { message: `At most ${SHARES_AT_MOST} people share a bill.`, path: 'shares' })
  const stays = before.filter((share) => !open.includes(share) && share.is_own).length
  if (stays + wanted.filter(({ was, isOwn }) => was?.is_own ?? isOwn).length > 1)
    throw new AppError('invalid-input', { message: 'Only one share is your own.', path: 'shares' })
  const { weights, asks } = wanted.length > 0 ? weigh(left, wanted) : { weights: [], asks: [] }
  for (const { id } of removed) await updateShare(tx, id, { removed_at: now, settled_cents: null })
  const first = before.length
  for (const [at, { was, name, email: typed = null, isOwn = false }] of wanted.entries()) {
    const is_own = was?.is_own ?? isOwn
    const email = is_own ? null : typed
    const values = { place: first + at, name, email, is_own, weight: weights[at]! }
    const id = was?.id ?? (await insertShare(tx, { ...values, booking_id: bookingId, created_at: now }))
    if (was) await updateShare(tx, id, values)
    if (email !== was?.email && email !== booking.email)
      await emailShare(tx, now, bookingId, { id, email, emailed_at: null })
  }
  if (isAsBefore(open, wanted, asks)) return
  await followChange(
    tx,
    now,
    {},
    sharesSplit,
    { by: 'guest', booking },
    {
      says:
        wanted.length > 0
          ? `${formatCents(left)} of the balance was split into ${wanted.length === 1 ? 'one share' : `${wanted.length} shares`}.`
          : 'The balance is not split anymore.',
    },
  )
}

type Wanted = SplitAsked['shares'][number] & { was: AskedShare | undefined }

/** Whether the same people are asked for the same again. */
const isAsBefore = (open: readonly AskedShare[], wanted: readonly Wanted[], asks: readonly number[]): boolean =>
  open.length === wanted.length &&
  wanted.every(({ was, name, email = null }, at) => {
    const isSame = was === open[at] && was?.name === name && was.asks === asks[at]
    return isSame && (was.is_own || was.email === email)
  })

/** @throws AppError `shares-changed`, `share-not-open` */
function refuseChanged(
  before: readonly AskedShare[],
  open: readonly AskedShare[],
  removed: readonly AskedShare[],
  wanted: readonly Wanted[],
  seen: readonly number[],
): void {
  const fixed = before.filter((share) => !open.includes(share))
  const started = removed.find(({ paid }) => paid > 0) ?? fixed.find(({ id }) => seen.includes(id))
  if (started) {
    const is = started.paying > 0 ? 'is being paid right now' : 'is paid, or a part of it'
    throw new AppError('share-not-open', { message: `${started.name}'s share ${is}, so it stays as it is.` })
  }
  const ids = new Set(seen)
  const isSeen = ids.size === open.length && open.every(({ id }) => ids.has(id))
  const named = wanted.filter(({ id }) => id !== undefined)
  const isKnown =
    named.every(({ was }) => was && open.includes(was)) && new Set(named.map(({ id }) => id)).size === named.length
  if (!isSeen || !isKnown) throw new AppError('shares-changed')
}

/** @throws AppError `payment-in-progress`, `shares-do-not-add-up`, `share-too-small` */
function weigh(left: number, wanted: readonly Wanted[]): NonNullable<ReturnType<typeof weighted>> {
  if (left === 0) throw new AppError('payment-in-progress')
  const asked = wanted.map(({ amount = null, was }) => ({ amount, paid: was?.paid ?? 0 }))
  const found = weighted(left, asked)
  if (!found) {
    const sum = asked.reduce((cents, { amount }) => cents + (amount ?? 0), 0)
    const message = `The shares come to ${formatCents(sum)}, and ${formatCents(left)} is left to pay.`
    throw new AppError('shares-do-not-add-up', { message })
  }
  if (hasTooSmall(left, found.asks)) throw new AppError('share-too-small')
  return found
}
