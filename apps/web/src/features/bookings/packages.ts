import type { PackageType } from '@arcadia/contract/configuration'

export const PACKAGES: Record<PackageType, { name: string; fish: string }> = {
  STANDARD: { name: 'Standard', fish: 'Fish up to 100 pounds' },
  TROPHY: { name: 'Trophy', fish: 'Fish up to 250 pounds' },
}

/** Every trip is a morning (docs/rules.md §1.4). */
export const TRIP_HOURS = '8:00 AM to 12:00 PM'
