import { useSiteData } from '../../prerender/site-data.ts'

/** When and how to pay the balance, shown beside its amount. */
export function BalanceDue() {
  const { balance = 'Pay it by card anytime before the trip.' } = useSiteData().words
  return (
    <>
      Balance, due later
      <span className="block small">{balance}</span>
    </>
  )
}
