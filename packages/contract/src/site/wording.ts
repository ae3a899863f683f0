// The first screen says these before anything else is loaded, so this file imports nothing.

/** What there is to eat and drink, in the same words on the site, in emails and in the terms. */
export const LUNCH = "Drinks are on hand all morning, and a gourmet lunch is served when the fishing's done."

/** What we promise when it is us who cannot go out, in the same words on the site and in the terms. */
export const CALLED_OFF = 'If we have to call off a day, you can choose another date or get your money back.'

/** A booking can move to another date, with its deposit, until so many days before the trip, unless the owner sets others. */
export const RESCHEDULE_DAYS = 2

export const canStillMove = (daysUntilTrip: number, moveDays: number) => daysUntilTrip >= moveDays

const FIRST_YEAR = 2024

/** `© 2024`, and with the current year behind it after that. */
export const copyright = (year: number) => `© ${year > FIRST_YEAR ? `${FIRST_YEAR}-${year}` : FIRST_YEAR}`

/** `tel:+18635550142`, or `sms:` for a text message. */
export const phoneAddress = (kind: 'tel' | 'sms', phone: string) => `${kind}:${phone.replace(/[^+\d]/g, '')}`

/** `(863) 555-0142`, however an American number was typed; any other as it was. */
export function formatPhone(phone: string): string {
  const [, area, office, line] = /^(?:1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().+-]/g, '')) ?? []
  return area && !/^\s*\+(?!1)/.test(phone) ? `(${area}) ${office}-${line}` : phone
}
