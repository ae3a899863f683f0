// A separate file, so that the first screen doesn't load the portal's contact links.

/** A mailto address; escaped, so an address typed by a stranger can't add a `?bcc=`. */
export const mailLink = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
