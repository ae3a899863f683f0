import type { GuestNotes } from '@arcadia/contract/guest-notes'

/** What a guest is asked, in this order. */
export const ASKED: readonly { name: keyof GuestNotes; label: string; help: string }[] = [
  { name: 'experience', label: 'Experience', help: 'Such as: two of us fly fish, one has never held a rod' },
  { name: 'seats', label: 'Seats and getting around', help: 'Such as: my dad needs a seat with a back' },
  { name: 'health', label: 'Health', help: 'Such as: a bad knee, a heart condition, pregnant' },
  { name: 'allergies', label: 'Allergies and food', help: 'Such as: bee stings, peanuts, no meat' },
  { name: 'birthdays', label: 'Birthdays', help: 'Such as: Max turns 12 that day' },
]

const FIRST = ['allergies', 'health']

/** The same in the order that it is read on the ramp. */
export const TOLD = [
  ...ASKED.filter(({ name }) => FIRST.includes(name)).reverse(),
  ...ASKED.filter(({ name }) => !FIRST.includes(name)),
]
