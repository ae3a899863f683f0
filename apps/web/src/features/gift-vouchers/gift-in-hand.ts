// The gift that this tab opened, so that nobody types its code when booking. It never leaves the tab.

import type { Gift } from '@arcadia/contract/gifts'

const KEY = 'arcadia.gift-in-hand'

interface GiftInHand {
  code: string
  /** What it gives: `A Trophy trip for 1 angler`. */
  says: string
  trip: Gift['trip']
}

export const keepGift = (gift: GiftInHand) => sessionStorage.setItem(KEY, JSON.stringify(gift))
export const giftInHand = (): Partial<GiftInHand> => JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
export const forgetGift = () => sessionStorage.removeItem(KEY)
