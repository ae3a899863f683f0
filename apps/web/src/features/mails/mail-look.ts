import type { AdminMail } from '@arcadia/contract/mails'

/** How an email's state looks. */
export const MAIL_LOOKS = {
  WAITING: { status: 'PENDING', label: 'Waiting' },
  SENT: { status: 'CONFIRMED', label: 'Sent' },
  FAILED: { status: 'NEW', label: 'Failed' },
  NOT_NEEDED: { status: 'CLOSED', label: 'No longer needed' },
} as const

/** Its subject, or before it was sent `booking-confirmed` → `Booking confirmed`. */
export function titleOf({ subject, kind }: Pick<AdminMail, 'subject' | 'kind'>): string {
  const words = kind.replaceAll('-', ' ')
  return subject ?? words.charAt(0).toUpperCase() + words.slice(1)
}
