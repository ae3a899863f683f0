const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits after the first, second, … failed try: quick at first, about a day in all. */
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

/** How long to wait after that many failed tries; null when it is time to give up. */
export function waitAfter(tries: number): number | null {
  return waits[tries - 1] ?? null
}

interface SmtpError extends Error {
  responseCode?: number
  command?: string
}

/** The server refused this email or its recipient for good; trying again would change nothing. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * The text that is kept of a sent email, without the part of links after `#`, which may open something
 * (docs/rules.md §7.7).
 */
export function withoutSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s#]*)#\S*/g, '$1')
}

/** One line without control characters: what a person typed must not start a new header or a new line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** The address of `Arcadia <hello@example.com>`, or what is one already. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
