import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call, CallLog } from './call-log.ts'
import type { Fault, Faults } from './faults.ts'
import type { Store } from './state.ts'

/** Shared by all parts of the simulator. */
export interface Simulator {
  store: Store
  faults: Faults
  calls: CallLog
  clock: { now(): number }
  client: { id: string; secret: string; redirectUris: readonly string[] }
  publicUrl: string
  /** Aborts when the server closes, so slow and hanging responses don't delay it. */
  closing: AbortSignal
}

/** A provider call in progress. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  call: Call
  fault: Fault | undefined
}
