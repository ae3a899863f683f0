/** Beside the sum that is not paid today: when, and how. */
export const BALANCE_DUE = (
  <>
    Balance due later
    <span className="block small">Pay it by card anytime before the trip.</span>
  </>
)
