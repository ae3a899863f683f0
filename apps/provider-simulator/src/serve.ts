import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, Refused } from './answers.ts'
import type { Exchange, Simulator } from './context.ts'
import { faultKind } from './fault-catalogue.ts'
import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'

interface Serving {
  operation: Operation | ((request: FastifyRequest) => Operation)
  /** Decides and commits without awaiting anything, so that no other call can come between the two. */
  perform: (exchange: Exchange) => Answer
  /** A fault that the request itself asks for, by its cardholder's name or header. */
  ownFault?: (request: FastifyRequest) => Fault | undefined
}

/** Serves one provider operation: counts it, lets faults strike before and after, and answers only what is on disk. */
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

/** What is refused is an answer too. */
export function outcome(perform: () => Answer): Answer {
  try {
    return perform()
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** Lets a fault of this stage do its work: an answer replaces the real one, `gone` means nobody waits any more. */
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
      // Cut short it carries on: the call has reached the provider.
      await setTimeout(fault.delayMs, undefined, { signal: AbortSignal.any([closing, faults.cleared]) }).catch(
        () => undefined,
      )
      return undefined
    default:
      return kind.answer?.(operation, fault.retryAfterSeconds)
  }
}

/** Sends an answer; objects become JSON whatever serializers the surrounding app has set. */
export function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  reply.code(status).headers(headers)
  if (body === undefined || typeof body === 'string') return reply.send(body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
