import type { Address } from '@arcadia/contract/addresses'
import type { Receipts } from '@arcadia/contract/receipts'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { Printer } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { optional, SelectField, TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Paper } from '../../ui/paper.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { useToCome } from '../my-bookings/use-upcoming.ts'
import { ReceiptLines, StatementLines } from './receipt-lines.tsx'

type Query = ComponentProps<typeof Loaded<Receipts>>['query']

/** The page that leads here. */
interface Back {
  to: Address
  label: string
}

/** Every paper about the money of a booking or a gift, and the one that prints. */
export function ReceiptsView({ query, back }: { query: Query; back?: Back | undefined }) {
  return (
    <PlatePage title="Receipts" isWide>
      {query.data ? (
        <Papers of={query.data} back={back} />
      ) : (
        <DialogBody>
          <Loaded query={query} height="h-60">
            {() => null}
          </Loaded>
        </DialogBody>
      )}
    </PlatePage>
  )
}

function Papers({ of, back }: { of: Receipts; back: Back | undefined }) {
  const { receipts, statement, trip } = of
  const papers = [...receipts, ...of.tips]
  const isToCome = useToCome()
  const [number, setNumber] = useState<string>()
  const [billTo, setBillTo] = useBillTo(trip?.confirmationNumber ?? receipts[0]?.number ?? '')
  const chosen = papers.find((one) => one.number === number) ?? (statement ? undefined : papers.at(-1))
  if (!statement && !chosen)
    return (
      <DialogBody>
        <p className="muted">Nothing was paid.</p>
      </DialogBody>
    )
  const lines = chosen ? <ReceiptLines of={of} receipt={chosen} /> : <StatementLines of={of} />
  return (
    <>
      <DialogBody>
        {(statement || papers.length > 1) && (
          <SelectField
            className="mb-4"
            label="Receipt or statement"
            value={chosen?.number ?? ''}
            onChange={({ target }) => setNumber(target.value)}
          >
            {statement && <option value="">Statement</option>}
            {papers.map(({ number, what, at }) => (
              <option key={number} value={number}>
                {what}, {formatShortDate(venueDate(at))}, {number}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          label={optional('Company name and address')}
          help="It prints at the top, and stays on this device only."
          rows={3}
          maxLength={300}
          value={billTo}
          onChange={({ target }) => setBillTo(target.value)}
        />
        <div className="mt-5 grid gap-4">{lines}</div>
      </DialogBody>
      <DialogFoot>
        <Button variant="cta" icon={<Printer aria-hidden />} className="max-tablet:flex-auto" onClick={() => print()}>
          Print {chosen ? 'receipt' : 'statement'}
        </Button>
        {back && (
          <LinkButton to={back.to} className="max-tablet:flex-auto">
            {back.label}
          </LinkButton>
        )}
      </DialogFoot>
      <Paper title={chosen ? titleOf(chosen) : 'Statement'}>
        {billTo.trim() && <p className="whitespace-pre-line wrap-anywhere">{`Bill to\n${billTo.trim()}`}</p>}
        {lines}
        <p>
          All amounts in US dollars.{' '}
          {trip && isToCome(trip) && "The deposit may be used to reschedule. It isn't refundable."}
        </p>
      </Paper>
    </>
  )
}

const titleOf = ({ isBack }: Receipts['receipts'][number]) => (isBack ? 'Refund receipt' : 'Receipt')

/** The company that these papers are made out to: kept on this device, so that a reprint has it. */
function useBillTo(of: string) {
  const key = `arcadia.bill-to.${of}`
  const [billTo, setBillTo] = useState(() => attempt(() => localStorage.getItem(key)) ?? '')
  const keep = (typed: string) => {
    setBillTo(typed)
    attempt(() => (typed ? localStorage.setItem(key, typed) : localStorage.removeItem(key)))
  }
  return [billTo, keep] as const
}
