import { attempt } from '../../api/attempt.ts'
import { readToken } from '../../session/use-emailed-link.ts'

/** A token begins with its booking's id. */
const keyOf = (token: string) => `arcadia.signed.${token.split('-')[0]}`

/** Keeps on this device that somebody of a group has signed on it. */
export function rememberSigned(token: string, name: string): void {
  attempt(() => localStorage.setItem(keyOf(token), name.trim().split(/\s+/)[0] ?? ''))
}

/** The first name of who signed last on this device, by the group's link (docs/rules.md §2.32). */
export function signedHere(groupUrl: string): string | undefined {
  const token = readToken(new URL(groupUrl).hash)
  return (token && attempt(() => localStorage.getItem(keyOf(token)))) || undefined
}
