/** `4:05`, or `10:24:05` for spots held overnight. */
export function minutesAndSeconds(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Whole seconds left, never below zero; the last second counts until it is over. */
export function secondsLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
}

const SPOKEN = [
  { at: 30, text: '30 seconds left to pay.' },
  { at: 60, text: '1 minute left to pay.' },
  { at: 120, text: '2 minutes left to pay.' },
]

/** What screen readers announce at 2:00, 1:00 and 0:30. The text stays the same in between, so each is read once. */
export function spokenAt(seconds: number): string {
  return SPOKEN.find(({ at }) => seconds <= at)?.text ?? ''
}
