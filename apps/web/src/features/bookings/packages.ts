import type { PackageType } from '@arcadia/contract/configuration'

export const PACKAGES: Record<PackageType, { name: string; fish: string }> = {
  STANDARD: { name: 'Standard', fish: 'Fish up to 100 pounds' },
  TROPHY: { name: 'Trophy', fish: 'Fish up to 250 pounds' },
}
