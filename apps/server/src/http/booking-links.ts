import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EmailedLink } from '@arcadia/contract/addresses'

const MAC_BYTES = 18
const ID_MAC_BYTES = 9

/** What a link names (a booking, a part of what one owes, a tip, an email), and where it was sent. */
interface Linked {
  id: number
  email: string | null
}

/**
 * A link of one purpose. It is derived, so every email, text and page shows the same one and the database holds no
 * secret. A booking's becomes invalid when its email changes.
 */
function derivedLink(purpose: 'waiver' | 'trip' | 'tip' | 'unsubscribe') {
  const tokenOf = (key: Buffer, booking: Linked) => signed(key, `${purpose} link`, booking, MAC_BYTES)
  const idOf = (key: Buffer, booking: Linked) => signed(key, `${purpose} link id`, booking, ID_MAC_BYTES)
  return {
    of: (key: Buffer, booking: Linked): EmailedLink => ({
      id: idOf(key, booking),
      token: tokenOf(key, booking),
    }),
    /** The booking whose link the token is. */
    async find<Booking extends Linked>(
      key: Buffer,
      token: string,
      findBooking: (id: number) => Promise<Booking | undefined>,
    ): Promise<Booking | undefined> {
      const id = bookingOf(token)
      const booking = id ? await findBooking(id) : undefined
      return booking && isSame(token, tokenOf(key, booking)) ? booking : undefined
    },
    isToken: (key: Buffer, token: string, booking: Linked) => isSame(token, tokenOf(key, booking)),
    isId: (key: Buffer, id: string, booking: Linked) => isSame(id, idOf(key, booking)),
  }
}

/** For the whole group: to read the trip's page and sign the waiver by. */
export const groupLink = derivedLink('waiver')
/** The booking's own: it also pays, and answers a called-off day. */
export const tripLink = derivedLink('trip')
/** A tip's own, whose receipt it opens. */
export const tipLink = derivedLink('tip')
/** An email's own: it ends emails of its kind. */
export const unsubscribeLink = derivedLink('unsubscribe')

/** Of one share: the trip as the group reads it, and what this share asks. It ends with the booking's or the share's email. */
export const shareLink = {
  of: (key: Buffer, booking: Linked, share: Linked): EmailedLink => ({
    id: signedShare(key, 'share link id', booking, share, ID_MAC_BYTES),
    token: signedShare(key, 'share link', booking, share, MAC_BYTES),
  }),
  isToken: (key: Buffer, token: string, booking: Linked, share: Linked) =>
    isSame(token, signedShare(key, 'share link', booking, share, MAC_BYTES)),
  isId: (key: Buffer, id: string, booking: Linked, share: Linked) =>
    isSame(id, signedShare(key, 'share link id', booking, share, ID_MAC_BYTES)),
}

function signedShare(key: Buffer, what: string, booking: Linked, share: Linked, bytes: number): string {
  const mac = signed(key, `${what} ${share.id} for ${share.email}`, booking, bytes).slice(`${booking.id}-`.length)
  return `${booking.id}-${share.id}-${mac}`
}

/** The share that a token or public id names; whether it is one of ours is for `isToken` or `isId` to say. */
export const shareOf = (token: string): number | undefined =>
  Number(/^[1-9]\d{0,8}-([1-9]\d{0,8})-/.exec(token)?.[1]) || undefined

function signed(key: Buffer, what: string, { id, email }: Linked, bytes: number): string {
  const mac = createHmac('sha256', key).update(`${what} of booking ${id} for ${email}`).digest()
  return `${id}-${mac.subarray(0, bytes).toString('base64url')}`
}

/** The booking that a token or public id names; whether it is one of ours is for `isToken` or `isId` to say. */
export const bookingOf = (token: string): number | undefined => Number(/^([1-9]\d{0,8})-/.exec(token)?.[1]) || undefined

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return given.length === right.length && timingSafeEqual(given, right)
}
