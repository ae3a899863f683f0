import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instant } from '@arcadia/contract/fields'
import { formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'

/** The last time that somebody let this program meet QuickBooks' sandbox (docs/rules.md §12.16). */
const Record = z.object({ at: Instant, version: z.string(), seen: z.int(), facts: z.int() })
export type Conformance = z.infer<typeof Record>

const fileIn = (dataDir: string) => join(dataDir, 'conformance.json')

export function writeConformance(dataDir: string, record: Conformance): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(record)}\n`)
}

/** Nothing if it never did, or the file can't be read. */
export function readConformance(dataDir: string): Conformance | undefined {
  try {
    return z.parse(Record, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

export const describeConformance = ({ at, seen, facts }: Conformance): string =>
  `QuickBooks' sandbox was met on ${formatFullDate(venueDate(at))}: ${seen} of ${facts} facts seen.`
