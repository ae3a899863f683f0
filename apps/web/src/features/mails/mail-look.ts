/** How each email status looks, and what it is called everywhere. */
export const MAIL_LOOKS = {
  WAITING: { status: 'PENDING', label: 'Waiting' },
  SENT: { status: 'CONFIRMED', label: 'Sent' },
  FAILED: { status: 'NEW', label: 'Failed' },
  HELD: { status: 'NEW', label: 'Held back' },
  NOT_NEEDED: { status: 'CLOSED', label: 'No longer needed' },
} as const
