import { type BookingConfig, MAX_PARTY, quote } from '@arcadia/contract/configuration'
import { MAX_WORTH, MIN_WORTH, WORTH_ASKED } from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { typedAmount } from '../../forms/typed-amount.ts'
import { AmountField, SelectField } from '../../ui/field.tsx'

/** What a voucher gives: an amount, or a trip at today's price. */
export const worthShape = {
  worth: z.enum(['AMOUNT', 'STANDARD', 'TROPHY']),
  amount: typedAmount(MAX_WORTH, { tooMuch: WORTH_ASKED }),
  numberOfGuests: z.int(),
}

interface Worth {
  worth: 'AMOUNT' | 'STANDARD' | 'TROPHY'
  amount?: Cents | null | undefined
  numberOfGuests: number
}

export const asksAmount = z.refine<Worth>(({ worth, amount }) => worth !== 'AMOUNT' || (amount ?? 0) >= MIN_WORTH, {
  path: ['amount'],
  message: WORTH_ASKED,
})

/** As it is sent. */
export function givenOf({ worth, amount, numberOfGuests }: Worth, config: BookingConfig | undefined) {
  if (worth === 'AMOUNT' || !config) return { amount: amount ?? 0 }
  return { trip: { packageType: worth, numberOfGuests }, amount: quote(config, worth, numberOfGuests).total }
}

type Registered = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>

interface WorthFieldsProps {
  worth: Registered
  amount: Omit<ComponentProps<typeof AmountField>, 'label'>
  numberOfGuests: Registered
  chosen: string
  config: BookingConfig | undefined
}

export function WorthFields({ worth, amount, numberOfGuests, chosen, config }: WorthFieldsProps) {
  return (
    <>
      <SelectField {...worth} label="What to give">
        <option value="AMOUNT">An amount you choose</option>
        <option value="STANDARD">A Standard trip</option>
        <option value="TROPHY">A Trophy trip</option>
      </SelectField>
      {chosen === 'AMOUNT' ? (
        <AmountField {...amount} label="Amount in dollars" help="$50 to $10,000" />
      ) : (
        <SelectField {...numberOfGuests} label="Number of anglers">
          {Array.from({ length: MAX_PARTY }, (_, index) => index + 1).map((size) => (
            <option key={size} value={size}>
              {anglers(size)}
              {config && `, ${formatCents(quote(config, chosen === 'TROPHY' ? 'TROPHY' : 'STANDARD', size).total)}`}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
