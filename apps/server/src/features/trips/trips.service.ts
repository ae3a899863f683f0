import { addresses } from '@arcadia/contract/addresses'
import type { Output } from '@arcadia/contract/endpoint'
import { cardsInWords } from '@arcadia/contract/payments'
import { callUs } from '@arcadia/contract/site/contact-words'
import type { TripDate } from '@arcadia/contract/trip-date'
import { errors, type MyTrip, type refundTrip, type Trip, type TripKey } from '@arcadia/contract/trips'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, groupLink, tripLink } from '../../http/booking-links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'
import { signInMailsOf } from '../accounts/accounts.rules.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import type { createBalanceLinks } from '../balance-links/balance-links.service.ts'
import { mayAddAngler } from '../bookings/add-angler.service.ts'
import { changeBooking } from '../bookings/booking-change.writes.ts'
import { isPageOver } from '../bookings/bookings.rules.ts'
import { type Bookings, withPossibleChanges } from '../bookings/bookings.service.ts'
import { rescheduled } from '../bookings/move-booking.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { DayGuides } from '../day-guides/day-guides.service.ts'
import type { DayMoveAnswers } from '../day-moves/day-move-answers.service.ts'
import { listTipsGiven, offerTips, receiptOfTip } from '../payments/tips.writes.ts'
import type { Shares } from '../shares/shares.service.ts'
import type { Waivers } from '../waivers/waivers.service.ts'
import { hintOf } from './trips.rules.ts'

type Found = NonNullable<Awaited<ReturnType<Bookings['find']>>>

interface Deps extends Pick<Base, 'db' | 'clock' | 'limits' | 'encryptionKey' | 'ownerEmail' | 'publicUrl'> {
  bookings: Pick<
    Bookings,
    'get' | 'find' | 'listOf' | 'calendar' | 'movedByUs' | 'movedSince' | 'paidCards' | 'refundedCards'
  >
  business: Pick<Businesses, 'get'>
  waivers: Pick<Waivers, 'signedOf'>
  guestNotes: { toldOf(bookingIds: readonly number[]): Promise<Set<number>> }
  dayMoves: DayMoveAnswers
  balanceLinks: Pick<ReturnType<typeof createBalanceLinks>, 'find'>
  shares: Shares
  addedAnglers: { heldUntil(bookingId: number): Promise<Date | undefined> }
  dayGuides: Pick<DayGuides, 'tipOf'>
}

/** How long friends read that a trip has moved (docs/rules.md §2.34). */
const MOVED_LATELY_MS = 14 * DAY_MS

/** The page of a trip, by each of its keys (docs/rules.md §2.26). */
export function createTrips(deps: Deps) {
  const { encryptionKey, bookings, dayMoves } = deps
  const get = createLookUp(deps)
  const show = createShow(deps)
  const groupUrlOf = (booking: Found) => urlForGroup(deps, booking)

  /** The booking whose own link it is. @throws AppError `trip-link-invalid` */
  async function getAnswering(token: string): Promise<Found> {
    const { booking, key } = await get(token)
    if (key !== 'BOOKING') throw new AppError('trip-link-invalid')
    return booking
  }

  const open = async (token: string): Promise<Trip> => show(await get(token))

  return {
    open,

    /** A customer's bookings, each with what decides what is left to do; read for all of them at once. */
    async listOwn({ id }: SignedIn): Promise<MyTrip[]> {
      const listed = await bookings.listOf(id)
      const [mine, toDoOf] = await Promise.all([withPossibleChanges(deps, 'guest', listed), readToDos(deps, listed)])
      return mine.map((booking) => ({ ...booking, ...toDoOf(booking.id) }))
    },

    /** @throws AppError `booking-not-found` */
    async openOwn(user: SignedIn, id: number): Promise<Trip> {
      await bookings.get(user, id)
      return show({ booking: (await bookings.find(id))!, key: 'GUEST' })
    },

    /**
     * Moves the booking while its day is called off, and at no other time.
     * @throws AppError `trip-link-invalid`, `day-move-over`, and those of a reschedule
     */
    async move(token: string, to: TripDate): Promise<Trip> {
      const booking = await getAnswering(token)
      const ask = await dayMoves.askOf(booking)
      if (ask?.state === 'ANSWERED' && booking.selectedDate === to) return open(token)
      if (ask?.state !== 'OPEN') throw new AppError('day-move-over')
      const answered: typeof rescheduled = {
        ...rescheduled,
        async write(about) {
          // Under the day's lock, in case it was answered or is on after all.
          if ((await dayMoves.askOf(about.booking, about.tx))?.state !== 'OPEN') throw new AppError('day-move-over')
          return rescheduled.write(about)
        },
      }
      await changeBooking(deps, answered, { by: 'guest', user: asCustomer(booking), id: booking.id }, { to })
      return open(token)
    },

    /** @throws AppError `trip-link-invalid`, and those of the refund of a called-off day */
    async refund(token: string): Promise<Output<typeof refundTrip>> {
      const booking = await getAnswering(token)
      const { success, message } = await dayMoves.refund(asCustomer(booking), booking.id)
      return { success, message, trip: await open(token) }
    },

    /**
     * Emails a sign-in link to the account, for what its link can't do; silent about limits.
     * @throws AppError `trip-link-invalid`
     */
    async emailSignIn(token: string): Promise<void> {
      const booking = await getAnswering(token)
      const user = await findAccount(deps.db, booking)
      if (!user || !(await deps.limits.take(signInMailsOf(user.id)))) return
      const params = { userId: user.id, selectedDate: null, tripId: booking.id }
      await inTransaction(deps.db, deps.clock, (tx, now) =>
        enqueueMail(tx, now, { kind: 'sign-in-link', to: user.email, params }),
      )
    },

    /** Whom a booking's own link speaks for. @throws AppError `trip-link-invalid` */
    async organizer(token: string) {
      const booking = await getAnswering(token)
      return [asCustomer(booking), booking.id] as const
    },

    /** @throws AppError `trip-link-invalid` */
    async calendar(token: string): Promise<string> {
      const { booking, key } = await get(token)
      const { id } = groupLink.of(encryptionKey, booking)
      return bookings.calendar(
        asCustomer(booking),
        booking.id,
        key === 'GROUP' ? { id, url: groupUrlOf(booking) } : undefined,
      )
    },
  }
}

const urlForGroup = ({ publicUrl, encryptionKey }: Pick<Deps, 'publicUrl' | 'encryptionKey'>, booking: Found) =>
  publicUrl + addresses.trip.href(groupLink.of(encryptionKey, booking))

/** What decides what is left to do for each of these trips, on its page and in the list (docs/rules.md §2.27). */
async function readToDos(
  deps: Pick<Deps, 'waivers' | 'guestNotes' | 'shares' | 'bookings'>,
  bookings: readonly Omit<Found, 'userId'>[],
) {
  const ids = bookings.map(({ id }) => id)
  const moved = bookings.filter(({ firstDate, selectedDate }) => firstDate !== selectedDate).map(({ id }) => id)
  const [signedOf, told, splitOf, movesByUs] = await Promise.all([
    deps.waivers.signedOf(bookings),
    deps.guestNotes.toldOf(ids),
    deps.shares.showAll(bookings),
    deps.bookings.movedByUs(moved),
  ])
  return (id: number): Pick<MyTrip, 'waiver' | 'isGuideTold' | 'split' | 'movedByUs'> => {
    const signed = signedOf(id)
    return {
      waiver: signed && { signed: Math.min(signed.names.length, signed.wanted), wanted: signed.wanted },
      isGuideTold: told.has(id),
      split: splitOf(id),
      movedByUs: movesByUs.get(id) ?? null,
    }
  }
}

/** What each key shows of a trip. */
function createShow(deps: Deps) {
  return async ({ booking, key, shareId }: Opened): Promise<Trip> => {
    const [asked, toDoOf, account, hasMovedLately, share, heldUntil, tip, given, cards, refunded] = await Promise.all([
      deps.dayMoves.askOf(booking),
      readToDos(deps, [booking]),
      key === 'BOOKING' ? findAccount(deps.db, booking) : undefined,
      booking.firstDate !== booking.selectedDate &&
        deps.bookings.movedSince(booking.id, new Date(deps.clock.now().getTime() - MOVED_LATELY_MS)),
      shareId === undefined ? undefined : deps.shares.readOne(booking.id, shareId),
      key === 'GUEST' ? deps.addedAnglers.heldUntil(booking.id) : undefined,
      deps.dayGuides.tipOf(booking),
      key === 'GUEST' ? listTipsGiven(deps.db, booking.id) : [],
      key === 'GROUP' ? [] : deps.bookings.paidCards(booking.id),
      key !== 'GROUP' && booking.refundedAmount > 0 ? deps.bookings.refundedCards(booking.id) : [],
    ])
    const { waiver, ...toDo } = toDoOf(booking.id)
    return {
      ...booking,
      key,
      movedFrom: hasMovedLately ? booking.firstDate : null,
      calledOff: asked ? { ...asked, canAnswer: key !== 'GROUP' && asked.state === 'OPEN' } : null,
      waiver,
      groupUrl: urlForGroup(deps, booking),
      own:
        key === 'GROUP'
          ? null
          : {
              ...booking,
              ...toDo,
              emailHint: account ? hintOf(account.email) : null,
              ...(key === 'GUEST' && {
                canAddAngler: { ...mayAddAngler(deps.clock.now(), booking), heldUntil: heldUntil ?? null },
              }),
              paidWith: cardsInWords(cards),
              refundedTo: refunded.length > 0 ? cardsInWords(refunded) : null,
            },
      share: share ?? null,
      tip: tip && {
        ...tip,
        amounts: await offerTips(deps.db, booking),
        given: given.map(({ amount, ...paid }) => ({
          amount,
          receiptUrl: deps.publicUrl + receiptOfTip(deps.encryptionKey, paid),
        })),
      },
    }
  }
}

/** The account that a sign-in link can open. */
async function findAccount(db: Db, { userId }: Found) {
  const user = await findUser(db, userId)
  return user?.is_active && user.role === 'USER' && user.email ? user : undefined
}

/** Finds the email with fresh links for a public id, the booking's or the group's; none once the page is over. */
export function createFindLinked({ clock, encryptionKey, bookings, dayMoves, shares }: Deps) {
  return async (linkId: string): Promise<{ to: string; mail: MailContent } | undefined> => {
    const id = bookingOf(linkId)
    const booking = id ? await bookings.find(id) : undefined
    if (!booking || isPageOver(booking, clock.now())) return undefined
    const { id: bookingId, email: to } = booking
    const shared = await shares.findById(linkId)
    if (shared?.share.email) {
      const params = { bookingId, shareId: shared.share.id }
      return { to: shared.share.email, mail: { kind: 'share-asked', params } }
    }
    const isOwn = tripLink.isId(encryptionKey, linkId, booking)
    if (to === null) return undefined
    const ask = isOwn ? await dayMoves.askOf(booking) : undefined
    if (ask?.state === 'OPEN')
      return { to, mail: { kind: 'day-move-asked', params: { moveId: ask.moveId, bookingId } } }
    if (!isOwn && !groupLink.isId(encryptionKey, linkId, booking)) return undefined
    return { to, mail: { kind: 'trip-link', params: { bookingId } } }
  }
}

/** The booking behind a link, what the link is to it, and the share whose link it is. */
interface Opened {
  booking: Found
  key: TripKey
  shareId?: number
}

/** Finds what a link opens, whichever of a booking's links it is. */
export function createLookUp({ clock, encryptionKey, bookings, business, balanceLinks, shares }: Deps) {
  async function find(token: string): Promise<Opened | undefined> {
    const id = bookingOf(token)
    const named = id ? await bookings.find(id) : undefined
    if (named && tripLink.isToken(encryptionKey, token, named)) return { booking: named, key: 'BOOKING' }
    if (named && groupLink.isToken(encryptionKey, token, named)) return { booking: named, key: 'GROUP' }
    const shared = await shares.find(token)
    if (shared) return { booking: shared.booking, key: 'GROUP', shareId: shared.share.id }
    const payLink = await balanceLinks.find(token)
    const paid = payLink && (await bookings.find(payLink.bookingId))
    // Whoever pays may be anyone; until the deposit is paid, the link does nothing else.
    return paid && paid.status !== 'PENDING' ? { booking: paid, key: 'GROUP' } : undefined
  }

  /** @throws AppError `trip-link-invalid`, with whom to call, whatever is wrong */
  return async (token: string) => {
    const found = await find(token)
    if (found && !isPageOver(found.booking, clock.now())) return found
    throw new AppError('trip-link-invalid', {
      message: `${errors['trip-link-invalid'].message} ${callUs(await business.get())}`,
    })
  }
}

const asCustomer = ({ userId }: Found) => ({ id: userId, role: 'USER' as const })
