/** The holds that this tab made, which are for it to give back. */
export const ownHolds = new Set<string>()

/**
 * Claims a hold that this tab made, as what it keeps for a reload says. "Duplicate tab" copies that too, so the claim is a
 * lock, which the copy gets only once the first tab is gone.
 */
export function claimHold(holdId: string): void {
  const claim = () => {
    ownHolds.add(holdId)
    return new Promise(() => {})
  }
  // Missing on a plain http address.
  if (navigator.locks) void navigator.locks.request(holdId, claim)
  else claim()
}
