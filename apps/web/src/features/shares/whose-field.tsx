import { type Cents, formatCents } from '@arcadia/contract/money'
import { listShares } from '@arcadia/contract/shares'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { SelectField } from '../../ui/field.tsx'

interface WhoseFieldProps {
  bookingId: number
  /** What is done with the share: some of it is paid, or given back. */
  act: 'pay' | 'refund'
  field: Omit<ComponentProps<typeof SelectField>, 'label'>
  /** What the picked share asks, or what can still go back of it. */
  onPick: (cents: Cents) => void
}

const NONE = 'none'

/** Asks whose share of a split bill it is; nothing where none is. */
export function WhoseField({ bookingId, act, field, onPick }: WhoseFieldProps) {
  const { data } = useQuery(queryOf(listShares, { params: { id: bookingId } }))
  const isPay = act === 'pay'
  const shares = (data?.shares ?? []).flatMap(({ id, name, state, asks, refundable }) => {
    const cents = isPay ? asks : refundable
    return cents > 0 && (!isPay || state === 'OPEN') ? [{ id: String(id), name, cents }] : []
  })
  if (shares.length === 0) return null
  return (
    <SelectField
      {...field}
      label="Whose share?"
      onChange={(event) => {
        void field.onChange?.(event)
        const picked = shares.find(({ id }) => id === event.target.value)
        if (picked) onPick(picked.cents)
      }}
    >
      <option value="">{isPay ? 'The unpaid ones, in order' : 'Whatever was paid last'}</option>
      {shares.map(({ id, name, cents }) => (
        <option key={id} value={id}>
          {name}, {formatCents(cents)}
        </option>
      ))}
      {isPay && <option value={NONE}>Nobody's: all pay less</option>}
    </SelectField>
  )
}

/** What is sent for a choice of the field. */
export const pickedShare = (value: string) => (value === '' ? {} : { shareId: value === NONE ? null : Number(value) })
