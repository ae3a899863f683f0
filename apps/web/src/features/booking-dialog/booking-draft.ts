import { attempt } from '../../api/attempt.ts'
import type { BookingDraft } from './booking-wizard.ts'

// The shell checks on every page whether a payment is under way, so this file stays small and imports next to nothing.

const KEY = 'arcadia.booking'

/** Kept for this tab, so that a reload doesn't lose a payment; null deletes it. */
export function keepDraft(draft: BookingDraft | null) {
  if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft))
  else sessionStorage.removeItem(KEY)
}

/** This customer's draft; a draft of someone who signed in here earlier is deleted. */
export function readDraft(userId: number | undefined): BookingDraft | null {
  const draft: BookingDraft | null = attempt(() => JSON.parse(sessionStorage.getItem(KEY)!)) ?? null
  if (draft?.userId === userId) return draft
  // Kept for a customer whose session ended, until they sign in again.
  if (userId !== undefined) keepDraft(null)
  return null
}

/** Whether this page was left during a payment. */
export function isPaymentUnderWay(userId: number | undefined): boolean {
  return Boolean(readDraft(userId)?.paying)
}
