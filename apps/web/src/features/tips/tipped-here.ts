import { PaidTip } from '@arcadia/contract/tips'
import * as z from 'zod/mini'
import { keptOfTrip } from '../../session/kept-of-trip.ts'

const tips = keptOfTrip('tipped', z.object({ amount: z.int(), receiptUrl: PaidTip.shape.receiptUrl }))

/** Keeps on this device that a tip was paid on it: no other key of the trip tells of it. */
export const rememberTip = (token: string, { amount, receiptUrl }: PaidTip): void =>
  tips.add(token, { amount, receiptUrl })

/** What was tipped on this device by the link of a trip, the last one last. */
export const tippedHere = (tipUrl: string) => tips.by(tipUrl)
