import { findStranded } from '@arcadia/contract/admin/configuration'
import { type BookingConfig, getBookingConfig } from '@arcadia/contract/configuration'
import { call, wordsOf } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { changedCalls, configOf, type Draft } from './configuration-draft.ts'

export const adminConfigQuery = queryOf(getBookingConfig, {}, { as: 'admin', fallback: 'Failed to load configuration' })

export function askStranded(draft: Draft) {
  const { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates } = configOf(draft)
  return call(findStranded, { body: { maxCapacity, sharing, seasonStart, seasonEnd, closedDays, blackoutDates } })
}

/** Sends each changed setting through its own call. @returns the configuration after the last success */
export async function saveConfig(before: BookingConfig, draft: Draft) {
  const next = configOf(draft)
  let config = before
  const failures: string[] = []
  for (const { endpoint, names } of changedCalls(before, draft)) {
    const body = Object.fromEntries(names.map((name) => [name, next[name]]))
    try {
      config = await call(endpoint, { body } as never)
    } catch (error) {
      failures.push(wordsOf(error as Error))
    }
  }
  return { config, failures }
}
