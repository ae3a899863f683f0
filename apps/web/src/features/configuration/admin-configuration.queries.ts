import { findStranded } from '@arcadia/contract/admin/configuration'
import { type BookingConfig, getBookingConfig } from '@arcadia/contract/configuration'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { CHANGED_MEANWHILE } from '../../forms/form-failure.ts'
import { changedCalls, configOf, type Draft } from './configuration-draft.ts'

export const adminConfigQuery = queryOf(getBookingConfig, {}, { as: 'admin', fallback: 'Failed to load configuration' })

export function askStranded(draft: Draft) {
  const { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates } = configOf(draft)
  return call(findStranded, { body: { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates } })
}

/**
 * Sends each changed setting through its own call.
 * @param shown what its fields showed before
 * @returns the configuration after the last success, why the rest failed, and what somebody else made of it meanwhile
 */
export async function saveConfig(before: BookingConfig, draft: Draft, shown: Partial<Draft>) {
  const next = configOf(draft)
  let config = before
  const failures: string[] = []
  const theirs: Partial<Record<keyof Draft, unknown>> = {}
  for (const { endpoint, names } of changedCalls(before, draft)) {
    const body = Object.fromEntries(names.map((name) => [name, next[name]]))
    try {
      config = await call(endpoint, { body } as never, { shown })
    } catch (error) {
      failures.push((error as Error).message)
      if (error instanceof ApiError && error.code === CHANGED_MEANWHILE)
        for (const { path, value } of error.details ?? []) theirs[path as keyof Draft] = value
    }
  }
  return { config, failures, theirs: theirs as Partial<Draft> }
}
