import type { GuestNotes } from '@arcadia/contract/guest-notes'

/** The questions for the guest, in order. */
export const ASKED: readonly { name: keyof GuestNotes; label: string; help: string }[] = [
  { name: 'experience', label: 'Experience', help: 'For example: two of us fly fish, one has never held a rod' },
  { name: 'seats', label: 'Seats and getting around', help: 'For example: my dad needs a seat with a back' },
  { name: 'health', label: 'Health', help: 'For example: a bad knee, a heart condition, pregnant' },
  { name: 'allergies', label: 'Allergies and food', help: 'For example: bee stings, peanuts, no meat' },
  { name: 'birthdays', label: 'Birthdays', help: 'For example: Ana turns 40 that day' },
]

const FIRST = ['allergies', 'health']

/** The same questions in the order the guide reads them. */
export const TOLD = [
  ...ASKED.filter(({ name }) => FIRST.includes(name)).reverse(),
  ...ASKED.filter(({ name }) => !FIRST.includes(name)),
]
