import { type FaultName, faultNames, strikesAt } from './fault-catalogue.ts'
import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'

export interface NamedFault extends Fault {
  /** Applies to every call; otherwise only to the first, so that a repeat of the same request succeeds. */
  isLasting: boolean
}

const emulated: Record<string, FaultName> = {
  '10200': 'system-error',
  '10201': 'system-error',
  '10500': 'system-error',
  '10301': 'invalid-card',
  '10401': 'decline',
  '10406': 'decline-error',
  '10000.avscvdfail': 'fraud-error',
}

/**
 * The fault a cardholder's name requests: the provider's own `emulate=NNNNN` (charges only), or a fault's name in words,
 * such as 'Lost answer', 'Slow 40' or 'Refund decline'. Without an operation in front it applies to the charge.
 */
export function namedFault(cardName: string, operation: Operation): NamedFault | undefined {
  const emulation = emulatedFault(cardName, operation)
  if (emulation) return operation === 'charge' ? emulation : undefined

  const words = /^(?:(refund|capture|void) )?([a-z ]+?)(?: (\d{1,3}))?$/i.exec(cardName.trim())
  if (!words || (words[1]?.toLowerCase() ?? 'charge') !== operation) return undefined
  const fault = words[2]?.toLowerCase().replaceAll(' ', '-')
  const name = faultNames.find((known) => known === fault)
  if (!name || !strikesAt(name, operation)) return undefined
  return { fault: name, delayMs: Number(words[3] ?? 10) * 1000, retryAfterSeconds: 60, isLasting: false }
}

/** The fault of `emulate=NNNNN`, in a cardholder's name or in the test rig's `emulation` header. */
export function emulatedFault(text: string, operation: Operation): NamedFault | undefined {
  const fault = emulated[/^emulate=([\w.]{1,20})$/.exec(text.trim())?.[1] ?? '']
  if (!fault || !strikesAt(fault, operation)) return undefined
  return { fault, delayMs: 0, retryAfterSeconds: 60, isLasting: true }
}
