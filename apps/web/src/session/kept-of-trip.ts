import * as z from 'zod/mini'
import { attempt } from '../api/attempt.ts'
import { readToken } from './use-emailed-link.ts'

/** A list that this device keeps of a trip, each thing once, whichever of the trip's links is open. */
export function keptOfTrip<Item>(name: string, item: z.ZodMiniType<Item>) {
  // A token begins with its booking's id.
  const keyOf = (token: string) => `arcadia.${name}.${token.split('-')[0]}`
  const list = z.array(item)
  const read = (token: string): Item[] =>
    attempt(() => list.parse(JSON.parse(localStorage.getItem(keyOf(token)) ?? '[]'))) ?? []
  return {
    add(token: string, one: Item): void {
      const kept = [...read(token), one].map((each) => JSON.stringify(each))
      attempt(() => localStorage.setItem(keyOf(token), `[${[...new Set(kept)]}]`))
    },
    /** In the order they came, by the address of any of the links. */
    by(url: string): Item[] {
      const token = readToken(new URL(url).hash)
      return token ? read(token) : []
    },
  }
}
