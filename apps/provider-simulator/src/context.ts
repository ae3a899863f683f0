import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, CallLog } from './call-log.ts'
import type { Fault, Faults } from './faults.ts'
import type { Store } from './state.ts'

/** What every part of the simulator works with. */
export interface Simulator {
  store: Store
  faults: Faults
  calls: CallLog
  clock: { now(): number }
  client: { id: string; secret: string; redirectUris: readonly string[] }
  publicUrl: string
  /** Aborted when the server closes, so that slow and hanging answers do not hold it up. */
  closing: AbortSignal
}

/** One provider call being served. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  call: Call
  fault: Fault | undefined
}
