/** Below this a difference is the header's one-second resolution and the way there and back, not a wrong clock. */
const TOLERATED_SKEW_MS = 2000

let skewMs = 0

/** Takes the server's time from a fresh answer's Date header. */
export function learnServerTime(dateHeader: string | null, sentAt: number, receivedAt: number): void {
  const serverMs = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(serverMs)) return
  // The header is cut to the second, so the true time is half a second later on average.
  const measured = serverMs + 500 - (sentAt + receivedAt) / 2
  skewMs = Math.abs(measured) > TOLERATED_SKEW_MS ? measured : 0
}

/** Now by the server's clock, so that a hold counts down right on a phone that is ten minutes wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + skewMs)
}
