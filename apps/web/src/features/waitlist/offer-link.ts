/** Where the email of an offer leads, with the waitlist entry's id. */
export const OFFER_LINK = /^#offer-(\d+)$/
