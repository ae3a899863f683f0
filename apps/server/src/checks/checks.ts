import type { Db } from '../database/transaction.ts'
import type { Check, Feature, Finding } from '../feature.ts'
import { databaseChecks } from './database-checks.ts'
import { type House, settingsChecks } from './settings-checks.ts'

type Features = Record<string, Feature>

/** Everything that can be wrong with the house, in the doctor's order (docs/rules.md §9.9). */
export const listChecks = (house: House, features: Features): Check[] => [
  ...settingsChecks(house),
  ...dataChecks(house.db, features),
]

/** Those that look at what was written down, not at the machine and its settings. */
export const dataChecks = (db: Db, features: Features): Check[] => [
  ...Object.values(features).flatMap(({ checks = [] }) => checks),
  ...databaseChecks(db),
]

/** Runs every check; changes nothing. One that fails to run is a problem too. */
export async function examine(checks: readonly Check[]): Promise<(Finding & Pick<Check, 'remedy'>)[]> {
  const findings = []
  for (const { remedy, look } of checks)
    findings.push(
      await look().then(
        (finding) => ({ ...finding, ...(remedy && { remedy }) }),
        ({ message }: Error) => ({ about: 'a check failed to run', problems: [message] }),
      ),
    )
  return findings
}

/** A problem as staff read it. */
export const inSentence = (problem: string): string =>
  `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${/[.!?]$/.test(problem) ? '' : '.'}`
