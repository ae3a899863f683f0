import type { FaultName } from './fault-catalogue.ts'
import type { Operation } from './operations.ts'

/** One call that reached the provider, whatever its outcome. */
export interface Call {
  at: string
  operation: Operation
  requestId: string | null
  fault: FaultName | null
  /** True if a remembered Request-Id was answered without processing it again. */
  isReplay: boolean
  /** The response status; null while the call is in progress, cut off or hanging. */
  status: number | null
}

export type CallLog = ReturnType<typeof createCallLog>

const keptCalls = 50_000

/** The latest calls, in memory only. */
export function createCallLog() {
  let calls: Call[] = []
  return {
    arrived(operation: Operation, requestId: string | null, at: Date): Call {
      if (calls.length >= 2 * keptCalls) calls = calls.slice(keptCalls)
      const call: Call = { at: at.toISOString(), operation, requestId, fault: null, isReplay: false, status: null }
      calls.push(call)
      return call
    },
    list: (): readonly Call[] => calls,
    clear() {
      calls = []
    },
  }
}
