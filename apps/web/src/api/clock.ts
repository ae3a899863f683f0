/** A smaller difference is the header's one-second resolution plus latency, not a wrong clock. */
const TOLERATED_SKEW_MS = 2000

let skewMs = 0

/** Learns the server's time from an answer's Date header. */
export function learnServerTime(dateHeader: string | null, sentAt: number, receivedAt: number): void {
  const serverMs = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(serverMs)) return
  // The header is cut to the second, so the true time is half a second later on average.
  const measured = serverMs + 500 - (sentAt + receivedAt) / 2
  skewMs = Math.abs(measured) > TOLERATED_SKEW_MS ? measured : 0
}

/** Now by the server's clock, so a hold counts down correctly on a phone whose clock is off. */
export function serverNow(): Date {
  return new Date(Date.now() + skewMs)
}
