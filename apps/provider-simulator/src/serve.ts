import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, Refused } from './answers.ts'
import type { Exchange, Simulator } from './context.ts'
import { faultKind } from './fault-catalogue.ts'
import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'

interface Serving {
  operation: Operation | ((request: FastifyRequest) => Operation)
  /** Decides and commits synchronously, so that no other call can come in between. */
  perform: (exchange: Exchange) => Answer
  /** The fault requested by the call itself, through the cardholder's name or a header. */
  ownFault?: (request: FastifyRequest) => Fault | undefined
}

/** Serves one provider operation: counts it, applies faults before and after, and responds only once changes are on disk. */
export function serve(simulator: Simulator, { operation, perform, ownFault }: Serving) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const name = typeof operation === 'function' ? operation(request) : operation
    const requestId = request.headers['request-id']
    const call = simulator.calls.arrived(
      name,
      typeof requestId === 'string' ? requestId : null,
      new Date(simulator.clock.now()),
    )
    const fault = simulator.faults.draw(name) ?? ownFault?.(request)
    call.fault = fault?.fault ?? null

    let answer = await strike(simulator, fault, 'before', name, reply)
    if (answer === 'gone') return reply
    answer ??= outcome(() => perform({ request, reply, call, fault }))

    const trouble = await strike(simulator, fault, 'after', name, reply)
    if (trouble === 'gone') return reply
    answer = trouble ?? answer
    call.status = answer.status
    return send(reply, answer)
  }
}

/** Turns a refusal into its response. */
export function outcome(perform: () => Answer): Answer {
  try {
    return perform()
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** Applies a fault at this stage: a returned response replaces the real one, `gone` means the client is disconnected. */
async function strike(
  { closing, faults }: Simulator,
  fault: Fault | undefined,
  stage: 'before' | 'after',
  operation: Operation,
  reply: FastifyReply,
): Promise<Answer | 'gone' | undefined> {
  if (!fault) return undefined
  const kind = faultKind(fault.fault)
  if (kind.stage !== stage) return undefined
  const { socket } = reply.request.raw
  switch (kind.effect) {
    case 'drop':
      reply.hijack()
      socket.destroy()
      return 'gone'
    case 'hang':
      reply.hijack()
      closing.addEventListener('abort', () => socket.destroy(), { once: true })
      return 'gone'
    case 'delay':
      // If the wait is aborted, the call is still processed, because it has reached the provider.
      await setTimeout(fault.delayMs, undefined, { signal: AbortSignal.any([closing, faults.cleared]) }).catch(
        () => undefined,
      )
      return undefined
    default:
      return kind.answer?.(operation, fault.retryAfterSeconds)
  }
}

/** Sends a response; objects become JSON regardless of the host app's serializers. */
export function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  reply.code(status).headers(headers)
  if (body === undefined || typeof body === 'string') return reply.send(body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
