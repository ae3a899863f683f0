import { formatDate, formatWeekdays, TripDate } from '@arcadia/contract/trip-date'

interface ChangedValue {
  name: string
  words: string
}

/** Fields the portal names differently from the wire. */
const NAMES: Record<string, string> = {
  blackoutDates: "Days you're away",
  numberOfGuests: 'Anglers',
  packageType: 'Package',
  selectedDate: 'Date',
}

/**
 * The values of one side that differ from the other, in the owner's words: `adminNotes` reads `Admin notes`,
 * `isConnected` `Connected`, `IN_PROGRESS` `In progress`. A value that isn't an object has no name.
 */
export function changedValues(json: string, otherJson: string | null): ChangedValue[] {
  const side: unknown = JSON.parse(json)
  const other: unknown = otherJson === null ? null : JSON.parse(otherJson)
  if (!isRecord(side)) return [{ name: '', words: formatValue(side) }]
  return Object.entries(side)
    .filter(([name, value]) => !isRecord(other) || JSON.stringify(other[name]) !== JSON.stringify(value))
    .map(([name, value]) => ({
      name:
        NAMES[name] ??
        sentence(
          name
            .replace(/^is(?=[A-Z])/, '')
            .replace(/[A-Z]/g, ' $&')
            .trim(),
        ),
      words: formatValue(value, name),
    }))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1).toLowerCase()}`

function formatValue(value: unknown, name = ''): string {
  if (value === null || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return name === 'closedDays' ? formatWeekdays(value as number[]) : value.map((one) => formatValue(one)).join('; ')
  }
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (TripDate.safeParse(value).success) return formatDate(value)
  return /^[A-Z][A-Z_]+$/.test(value) ? sentence(value.replaceAll('_', ' ')) : value
}
