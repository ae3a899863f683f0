import { PaidTip } from '@arcadia/contract/tips'
import * as z from 'zod/mini'
import { attempt } from '../../api/attempt.ts'
import { readToken } from '../../session/use-emailed-link.ts'

/** A token begins with its booking's id. */
const keyOf = (token: string) => `arcadia.tipped.${token.split('-')[0]}`

const Tips = z.array(z.object({ amount: z.int(), receiptUrl: PaidTip.shape.receiptUrl }))
export type TippedHere = z.infer<typeof Tips>

const read = (token: string): TippedHere =>
  attempt(() => Tips.parse(JSON.parse(localStorage.getItem(keyOf(token)) ?? '[]'))) ?? []

/** Keeps on this device that a tip was paid on it: no other key of the trip tells of it. */
export function rememberTip(token: string, { amount, receiptUrl }: PaidTip): void {
  const others = read(token).filter((one) => one.receiptUrl !== receiptUrl)
  attempt(() => localStorage.setItem(keyOf(token), JSON.stringify([...others, { amount, receiptUrl }])))
}

/** What was tipped on this device by the link of a trip, the last one last. */
export function tippedHere(tipUrl: string): TippedHere {
  const token = readToken(new URL(tipUrl).hash)
  return token ? read(token) : []
}
