// The first screen links to an address too, and does not wait for what the portal shows of somebody.

/** The address of a new mail to somebody; one that a stranger typed must not bring a `?bcc=` along. */
export const mailLink = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
