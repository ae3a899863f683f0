import { formatCents } from '@arcadia/contract/money'
import type { PaidShare, Share } from '@arcadia/contract/shares'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { formatShortDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'

/** Where a share stands: `Link emailed Tue, Jun 2. Not paid yet` */
export function shareInWords({ state, asks, paid, ...share }: PaidShare & Partial<Pick<Share, 'emailedAt'>>): string {
  if (state === 'PAID') return 'Paid'
  if (state === 'PAYING') return 'Being paid right now'
  if (asks === 0) return 'Nothing left to pay'
  const sent = share.emailedAt && `Link emailed ${formatShortDate(venueDate(share.emailedAt))}.`
  const part = paid > 0 ? `${formatCents(paid)} is paid.` : 'Not paid yet'
  return [sent, part].filter(Boolean).join(' ')
}

/** What is sent with a share's link. */
export const askForShare = ({ name, asks, url }: Share, date: TripDate): string =>
  `Hi ${name}, here's your share of our fishing trip on ${formatShortDate(date)}: ${formatCents(asks)}. You can pay it here without signing in: ${url}`

/** `Shares saved. Three emails are on their way.` */
export const savedInWords = (emails: number): string =>
  emails === 0
    ? 'Shares saved'
    : `Shares saved. ${capitalized(numberWord(emails))} ${emails === 1 ? 'email is on its' : 'emails are on their'} way.`
