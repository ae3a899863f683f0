import { type Cents, formatCents } from '@arcadia/contract/money'

/** What the card pays now, beside the way on. */
export function DueToday({ cents }: { cents: Cents }) {
  return (
    <p className="num ml-auto flex-none text-right text-small text-ink-2 leading-tight">
      Due today
      <br />
      <strong className="text-ink text-ui">{formatCents(cents)}</strong>
    </p>
  )
}
