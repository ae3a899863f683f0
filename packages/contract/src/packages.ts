import type { PackageType } from './configuration.ts'

/** What people read of a package: its name, and the fish it is for. */
export const PACKAGES: Record<PackageType, { name: string; upTo: string }> = {
  STANDARD: { name: 'Standard', upTo: '100 pounds' },
  TROPHY: { name: 'Trophy', upTo: '250 pounds' },
}

/** `Trophy, fish up to 250 pounds` */
export const describePackage = (type: PackageType) => `${PACKAGES[type].name}, fish up to ${PACKAGES[type].upTo}`
