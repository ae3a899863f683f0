import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { PriceLeap } from './configuration-draft.ts'
import { NUMBERS } from './number-settings.tsx'

interface PriceLeapDialogProps {
  leaps: readonly PriceLeap[]
  onConfirm: () => void
  onClose: () => void
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

/** Asks about prices that look mistyped, before saving. */
export function PriceLeapDialog({ leaps, onConfirm, onClose }: PriceLeapDialogProps) {
  const [only] = leaps
  const title = leaps.length === 1 ? `Is ${dollars(only!.to)} right?` : 'Are these prices right?'
  return (
    <ConfirmDialog title={title} confirmLabel="Yes, save" onConfirm={onConfirm} onClose={onClose}>
      <ul className="panel-list">
        {leaps.map(({ name, from, to }) => (
          <li key={name}>
            <span>{NUMBERS.find((number) => number.name === name)?.label.replace(' ($)', '')}</span>
            <b className="num">
              {dollars(from)} to {dollars(to)}
            </b>
          </li>
        ))}
      </ul>
      <p>
        {leaps.length === 1
          ? `That's ${only!.to > only!.from ? 'more than double' : 'less than half'}. The site shows it right away.`
          : 'Each is more than doubled or halved. The site shows them right away.'}
      </p>
    </ConfirmDialog>
  )
}
