import {
  CONFIG_RANGES,
  setBlackoutDates,
  setClosedDays,
  setDepositPerGuest,
  setHoldDuration,
  setMaxCapacity,
  setPrivateSpotPrice,
  setSeason,
  setSharing,
  setStandardPackagePrice,
  setTrophyPackagePrice,
} from '@arcadia/contract/admin/configuration'
import { type BookingConfig, FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import type { Endpoint } from '@arcadia/contract/endpoint'

export type NumberName = keyof typeof CONFIG_RANGES

/** The form's values: numbers as typed, the rest as in the configuration. */
export type Draft = Record<NumberName, string> &
  Pick<BookingConfig, 'sharing' | 'seasonStart' | 'seasonEnd' | 'closedDays' | 'blackoutDates'>

const PRICES: readonly NumberName[] = [
  'depositPerGuest',
  'standardPackagePrice',
  'trophyPackagePrice',
  'privateSpotPrice',
]
/** Empty is off. */
const isOptional = (name: NumberName) => name === 'privateSpotPrice'
const NUMBERS = Object.keys(CONFIG_RANGES) as NumberName[]
const factor = (name: NumberName) => (PRICES.includes(name) ? 100 : 1)

export function draftOf(config: BookingConfig): Draft {
  const numbers = NUMBERS.map((name) => [name, typed(config[name], name)])
  const { sharing, seasonStart, seasonEnd, closedDays, blackoutDates } = config
  return {
    ...(Object.fromEntries(numbers) as Record<NumberName, string>),
    sharing,
    seasonStart,
    seasonEnd,
    closedDays,
    blackoutDates,
  }
}

const typed = (value: number | null | undefined, name: NumberName) =>
  String(value ? value / factor(name) : (value ?? ''))

/** The value of a field after leaving it: what was typed, or the specified value if that isn't a number. */
export function settleNumber(name: NumberName, text: string): string {
  // Not parseInt, which reads 1e3 as 1.
  const number = text.trim() === '' ? Number.NaN : Math.trunc(Number(text))
  return Number.isNaN(number) ? typed(FALLBACK_CONFIG[name], name) : String(number)
}

export interface PriceLeap {
  name: NumberName
  from: number
  to: number
}

/** The prices that more than double or halve. */
export function priceLeaps(before: Draft, after: Draft): PriceLeap[] {
  const priced = PRICES.filter((name) => before[name] !== '' && after[name] !== '')
  return priced
    .map((name) => ({ name, from: Number(before[name]), to: Number(after[name]) }))
    .filter(({ from, to }) => to > 2 * from || from > 2 * to)
}

/** Why a value can't be sent; undefined if it can. */
export function refuseNumber(name: NumberName, typed: string): string | undefined {
  const { min, max } = CONFIG_RANGES[name]
  const number = Number(typed)
  if (typed.trim() === '' && isOptional(name)) return undefined
  const isFine = typed.trim() !== '' && Number.isInteger(number) && number >= min && number <= max
  return isFine ? undefined : `A whole number from ${min} to ${max.toLocaleString('en-US')}.`
}

export function refuseSeason({ seasonStart, seasonEnd }: Draft): string | undefined {
  return seasonStart && seasonEnd && seasonStart <= seasonEnd ? undefined : 'The season must end after it starts.'
}

/** Converts an error-free draft to a configuration. */
export function configOf(draft: Draft): BookingConfig {
  const numbers = NUMBERS.map((name) => [name, draft[name] ? Math.round(Number(draft[name]) * factor(name)) : null])
  return { ...draft, ...(Object.fromEntries(numbers) as Record<NumberName, number>) }
}

/** The call of each setting, in sending order; a group is sent if any of its names changed. */
const CALLS = [
  { endpoint: setMaxCapacity, names: ['maxCapacity'] },
  { endpoint: setSharing, names: ['sharing'] },
  { endpoint: setHoldDuration, names: ['holdDurationMinutes'] },
  { endpoint: setDepositPerGuest, names: ['depositPerGuest'] },
  { endpoint: setStandardPackagePrice, names: ['standardPackagePrice'] },
  { endpoint: setTrophyPackagePrice, names: ['trophyPackagePrice'] },
  { endpoint: setPrivateSpotPrice, names: ['privateSpotPrice'] },
  { endpoint: setSeason, names: ['seasonStart', 'seasonEnd'] },
  { endpoint: setClosedDays, names: ['closedDays'] },
  { endpoint: setBlackoutDates, names: ['blackoutDates'] },
] as const satisfies { endpoint: Endpoint; names: readonly (keyof Draft)[] }[]

/** The changed settings, one group per call. */
export function changedCalls(config: BookingConfig, draft: Draft) {
  const now = draftOf(config)
  const differs = (name: keyof Draft) => JSON.stringify(now[name]) !== JSON.stringify(draft[name])
  return CALLS.filter(({ names }) => names.some(differs))
}
