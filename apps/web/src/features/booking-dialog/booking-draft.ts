import type { BookingDraft } from './booking-wizard.ts'

// The shell asks on every page whether a payment is under way, so this file is small and imports nothing.

const KEY = 'arcadia.booking'

/** Kept for this tab, so that a reload does not lose a payment; null forgets it. */
export function keepDraft(draft: BookingDraft | null) {
  if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft))
  else sessionStorage.removeItem(KEY)
}

/** The draft of this customer; another's, who signed in here before, is deleted. */
export function readDraft(userId: number | undefined): BookingDraft | null {
  const draft = parse(sessionStorage.getItem(KEY))
  if (draft?.userId === userId) return draft
  // Whose session ended finds it again after signing in.
  if (userId !== undefined) keepDraft(null)
  return null
}

/** Whether this page was left while a payment was under way. */
export function isPaymentUnderWay(userId: number | undefined): boolean {
  return Boolean(readDraft(userId)?.paying)
}

function parse(text: string | null): BookingDraft | null {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
