import { type Cents, formatCents } from '@arcadia/contract/money'

/** An amount with two decimals; `raisesCents` sets the cents small and high, as a price on a card. */
export function Money({ cents, raisesCents = false }: { cents: Cents; raisesCents?: boolean }) {
  const amount = formatCents(cents)
  const point = amount.lastIndexOf('.')
  return (
    <span className="num">
      {raisesCents ? (
        <>
          {amount.slice(0, point)}
          <sup>{amount.slice(point)}</sup>
        </>
      ) : (
        amount
      )}
    </span>
  )
}
