const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Backoff after the first, second, … failed try: quick at first, about a day in total. */
const waits = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  ...Array<number>(11).fill(HOUR),
  ...Array<number>(6).fill(2 * HOUR),
]

/** The wait after that many failed tries; null to give up. */
export function waitAfter(tries: number): number | null {
  return waits[tries - 1] ?? null
}

interface SmtpError extends Error {
  responseCode?: number
  command?: string
}

/** The server permanently rejected this email or its recipient; a retry would not help. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * The text to keep of a sent email, with links cut at `#`, because the rest may be a working token
 * (docs/rules.md §7.7).
 */
export function withoutSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s#]*)#\S*/g, '$1')
}

/** One line without control characters, so that user input can't inject a header or a line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** The address in `Arcadia <hello@example.com>`, or the bare address as given. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
