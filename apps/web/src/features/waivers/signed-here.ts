import { attempt } from '../../api/attempt.ts'
import { readToken } from '../../session/use-emailed-link.ts'

/** A token begins with its booking's id. */
const keyOf = (token: string) => `arcadia.signed.${token.split('-')[0]}`

const read = (token: string) => attempt(() => JSON.parse(localStorage.getItem(keyOf(token)) ?? '[]') as string[]) ?? []

/** Keeps on this device that somebody of a group has signed on it. */
export function rememberSigned(token: string, name: string): void {
  const first = name.trim().split(/\s+/)[0] ?? ''
  attempt(() => localStorage.setItem(keyOf(token), JSON.stringify([...new Set([...read(token), first])])))
}

/** The first names of all who signed on this device by the group's link, in their order (docs/rules.md §2.32). */
export function signedHere(groupUrl: string): string[] {
  const token = readToken(new URL(groupUrl).hash)
  return token ? read(token) : []
}
