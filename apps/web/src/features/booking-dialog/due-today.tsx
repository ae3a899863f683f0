import { type Cents, formatCents } from '@arcadia/contract/money'

/** What the card pays now, beside Continue and Pay; above them where there is no room. */
export function DueToday({ cents }: { cents: Cents }) {
  return (
    <p className="num ml-auto flex flex-none flex-col text-right text-small text-ink-2 leading-tight max-[359px]:order-first max-[359px]:w-full max-[359px]:flex-row max-[359px]:justify-between">
      Due today <strong className="text-ink text-ui">{formatCents(cents)}</strong>
    </p>
  )
}
