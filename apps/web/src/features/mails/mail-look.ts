/** How each email status looks. */
export const MAIL_LOOKS = {
  WAITING: { status: 'PENDING', label: 'Waiting' },
  SENT: { status: 'CONFIRMED', label: 'Sent' },
  FAILED: { status: 'NEW', label: 'Failed' },
  NOT_NEEDED: { status: 'CLOSED', label: 'No longer needed' },
} as const
