import { attempt } from '../../api/attempt.ts'
import type { BookingDraft } from './booking-wizard.ts'

// The shell checks on every page whether the dialog was open, so this file stays small and imports next to nothing.

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

/** Whether the dialog was open here: before a reload, or before the page was left during a payment. */
export function wasBooking(userId: number | undefined): boolean {
  const draft = readDraft(userId)
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return Boolean(draft?.paying || (draft && page?.type === 'reload'))
}
