// The code of the gift that this tab opened, so that nobody types it when booking. It never leaves the tab.

const KEY = 'arcadia.gift'

export const keepGift = (code: string) => sessionStorage.setItem(KEY, code)
export const giftInHand = () => sessionStorage.getItem(KEY) ?? ''
export const forgetGift = () => sessionStorage.removeItem(KEY)
