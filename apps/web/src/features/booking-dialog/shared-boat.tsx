import type { BoatRules } from '@arcadia/contract/availability'
import { Ship } from 'lucide-react'

/** Says whether strangers may be on the boat, so nobody is surprised at the dock. */
export function SharedBoat({ config, guests }: { config: BoatRules; guests: number }) {
  return (
    <p className="flex items-start gap-2 text-ink-2 text-ui" aria-live="polite">
      <Ship className="icon mt-0.5 flex-none" aria-hidden />
      {describeSharing(config, guests)}
    </p>
  )
}

export function describeSharing({ sharing, maxCapacity }: BoatRules, guests: number): string {
  if (sharing === 'ONE_GROUP') return 'The boat is yours: one group a morning.'
  if (guests >= maxCapacity) return 'The boat is yours: your group takes every spot.'
  if (sharing === 'OPEN') return 'You may share the boat with another group.'
  return guests > 1
    ? "The boat is yours: groups of two or more don't share."
    : 'You may share the boat with one other angler, two anglers total.'
}
