const MINUTE = 60

/** When a call that came too often works again, in words. The only place that says it (docs/rules.md §7.11). */
export function tryAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'Please try again in a few minutes.'
  if (seconds <= MINUTE / 2) return 'Please try again in a few seconds.'
  const minutes = Math.ceil(seconds / MINUTE)
  if (minutes <= 1) return 'Please try again in a minute.'
  if (minutes <= 90) return `Please try again in ${minutes} minutes.`
  return `Please try again in ${Math.ceil(minutes / 60)} hours.`
}
