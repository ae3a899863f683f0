import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { emulatedFault, namedFault } from './card-names.ts'
import { findCardToken, spendFault } from './cards.ts'
import type { Charge } from './charge.ts'
import type { Simulator } from './context.ts'
import type { Fault } from './faults.ts'
import type { Operation } from './operations.ts'
import { chargeIdOf, parseJson } from './request-input.ts'

const Token = z.object({ token: z.string() })

/** The fault requested by the charged card's name, once per operation. */
export function faultOfCharge(simulator: Simulator, request: FastifyRequest, operation: Operation): Fault | undefined {
  const { emulation } = request.headers
  if (typeof emulation === 'string') return emulatedFault(emulation, operation)
  return spendChargeFault(simulator, simulator.store.get('charges', chargeIdOf(request)), operation)
}

/** Like `faultOfCharge`, for a charge that isn't found by the URL. */
export function spendChargeFault(
  { store }: Simulator,
  charge: Charge | undefined,
  operation: Operation,
): Fault | undefined {
  if (!charge || charge.spentFaults.includes(operation)) return undefined
  const fault = namedFault(charge.card.name, operation)
  if (fault) {
    store.commit([['charges', charge.id, { ...charge, spentFaults: [...charge.spentFaults, operation] }]])
  }
  return fault
}

/** The fault requested by the name on the card behind this request's token. */
export function faultOfCard(simulator: Simulator, request: FastifyRequest): Fault | undefined {
  const value = tokenOf(request)
  const token = value === undefined ? undefined : findCardToken(simulator, value)
  if (!value || !token || token.isFaultSpent) return undefined
  const fault = namedFault(token.card.name, 'charge')
  if (fault && !fault.isLasting) spendFault(simulator.store, value, token)
  return fault
}

function tokenOf(request: FastifyRequest): string | undefined {
  try {
    return parseJson(Token, request).token
  } catch {
    return undefined
  }
}
