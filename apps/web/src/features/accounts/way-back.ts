import * as z from 'zod/mini'
import { attempt } from '../../api/attempt.ts'

const KEPT_AS = 'arcadia.way-back'
/** As long as an emailed link works. */
const KEPT_MS = 60 * 60_000
const Kept = z.object({ email: z.string(), to: z.string(), until: z.number() })

/** Keeps on this device where signing in was asked for, until the emailed link is used (docs/rules.md §4.13). */
export function keepWayBack(email: string, to: string | undefined): void {
  attempt(() => {
    if (!to) return localStorage.removeItem(KEPT_AS)
    const kept: z.infer<typeof Kept> = { email: email.toLowerCase(), to, until: Date.now() + KEPT_MS }
    localStorage.setItem(KEPT_AS, JSON.stringify(kept))
  })
}

/** Where whoever has this address asked to sign in, once. */
export function takeWayBack(email: string): string | undefined {
  return attempt(() => {
    const kept = Kept.parse(JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null'))
    localStorage.removeItem(KEPT_AS)
    return kept.email === email.toLowerCase() && Date.now() < kept.until ? kept.to : undefined
  })
}
