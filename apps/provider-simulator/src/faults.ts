import { randomInt } from 'node:crypto'
import * as z from 'zod'
import { type FaultName, faultNames, strikesAt } from './fault-catalogue.ts'
import { type Operation, operations } from './operations.ts'

/** A fault to apply to one call. */
export interface Fault {
  fault: FaultName
  delayMs: number
  retryAfterSeconds: number
}

export const FaultRule = z
  .strictObject({
    operation: z.enum([...operations, 'any']),
    fault: z.enum(faultNames),
    /** How many times it applies; if unset, until it is cleared. */
    times: z.int().min(1).optional(),
    percent: z.number().gt(0).max(100).default(100),
    delayMs: z.int().min(0).max(600_000).default(1000),
    retryAfterSeconds: z.int().min(0).max(3600).default(60),
  })
  .refine((rule) => strikesAt(rule.fault, rule.operation), {
    error: 'this fault does not apply to this operation',
    path: ['operation'],
  })
export type FaultRule = z.infer<typeof FaultRule>

export interface ActiveFault extends FaultRule {
  id: number
  struck: number
}

export type Faults = ReturnType<typeof createFaults>

/** The faults set by control calls. They are in memory only, so a restart clears them. */
export function createFaults() {
  let seed = randomInt(2 ** 32)
  let random = seededRandom(seed)
  let active: ActiveFault[] = []
  let lastId = 0
  let clearing = new AbortController()

  return {
    get seed() {
      return seed
    },
    list: () => active,
    add(rule: FaultRule): ActiveFault {
      lastId += 1
      const fault = { ...rule, id: lastId, struck: 0 }
      active.push(fault)
      return fault
    },
    remove(id: number): boolean {
      const before = active.length
      active = active.filter((fault) => fault.id !== id)
      return active.length < before
    },
    clear() {
      active = []
      clearing.abort()
      clearing = new AbortController()
    },
    /** Aborts when the current faults are cleared, which ends the wait of slow calls. */
    get cleared(): AbortSignal {
      return clearing.signal
    },
    /** Restarts the random generator behind `percent` with this seed. */
    reseed(value: number) {
      seed = value
      random = seededRandom(value)
    },
    /** The fault for this call, if any: the oldest match, one per call. */
    draw(operation: Operation): Fault | undefined {
      const hit = active.find((rule) => {
        const isMeant = rule.operation === operation || (rule.operation === 'any' && strikesAt(rule.fault, operation))
        if (!isMeant || !isLeft(rule)) return false
        return rule.percent === 100 || random() * 100 < rule.percent
      })
      if (hit) hit.struck += 1
      return hit
    },
  }
}

function isLeft(rule: ActiveFault): boolean {
  return rule.times === undefined || rule.struck < rule.times
}

/** A seeded random generator (mulberry32): the same seed applies the same faults in the same order. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
