// The gift that this tab opened, so that nobody types its code when booking. It never leaves the tab.

const KEY = 'arcadia.gifts'

interface GiftInHand {
  code: string
  /** What it gives: `A Trophy trip for 1 angler`. */
  says: string
  /** It names its party. */
  isTrip: boolean
}

export const keepGift = (gift: GiftInHand) => sessionStorage.setItem(KEY, JSON.stringify(gift))
export const giftInHand = (): Partial<GiftInHand> => JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
export const forgetGift = () => sessionStorage.removeItem(KEY)
