import { useSiteData } from '../../prerender/site-data.ts'

/** Beside the sum that is not paid today: when, and how. */
export function BalanceDue() {
  const { balance = 'Pay it by card anytime before the trip.' } = useSiteData().words
  return (
    <>
      Balance, due later
      <span className="block small">{balance}</span>
    </>
  )
}
