import { MAX_PARTY, type PackageType, quote } from '@arcadia/contract/configuration'
import { MAX_WORTH, MIN_WORTH, WORTH_ASKED } from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { anglers } from '@arcadia/contract/riders'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { choiceField } from '../../forms/choice-field.ts'
import { typedAmount } from '../../forms/typed-amount.ts'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { AmountField, FieldError, SelectField } from '../../ui/field.tsx'
import { bookingConfigQuery, useBookingConfig } from '../configuration/configuration.queries.ts'
import './gift-fields.css'

/** What a voucher gives: an amount, or a trip at today's price. */
export const worthShape = {
  worth: z.enum(['TROPHY', 'STANDARD', 'AMOUNT']),
  amount: typedAmount(MAX_WORTH, { tooMuch: WORTH_ASKED }),
  numberOfGuests: z.int(),
}

interface Worth {
  worth: PackageType | 'AMOUNT'
  amount?: Cents | null | undefined
  numberOfGuests: number
}

export const asksAmount = z.refine<Worth>(({ worth, amount }) => worth !== 'AMOUNT' || (amount ?? 0) >= MIN_WORTH, {
  path: ['amount'],
  message: WORTH_ASKED,
})

/** As it is sent, once today's prices are known. */
export async function givenOf({ worth, amount, numberOfGuests }: Worth, client: QueryClient) {
  if (worth === 'AMOUNT') return { amount: amount ?? 0 }
  const prices = await client.ensureQueryData(bookingConfigQuery)
  return { trip: { packageType: worth, numberOfGuests }, amount: quote(prices, worth, numberOfGuests).total }
}

/** Cards with what each costs, and below them for how many, or how much. */
export function WorthFields({ form }: { form: Pick<ContractForm<keyof Worth>, 'field' | 'watch' | 'set'> }) {
  const config = useBookingConfig()
  const worth = choiceField(form, 'worth', (answer) => answer !== 'AMOUNT' && 'amount')
  const chosen = form.watch('worth')
  const size = Number(form.watch('numberOfGuests'))
  const amount = form.field('amount')
  const card = (value: Worth['worth'], name: string, price: ReactNode, what: string) => (
    <label className="opt">
      <input type="radio" {...worth} value={value} className="opt__dot" />
      <b className="flex-1">{name}</b>
      <b className="num ml-auto @max-[21rem]/screen:w-full @max-[21rem]/screen:pl-[2.1rem]">{price}</b>
      <small className="w-full pl-[2.1rem] text-ink-2 text-small">{what}</small>
    </label>
  )
  const trip = (type: PackageType) =>
    card(
      type,
      `A ${PACKAGES[type].name} trip`,
      config && formatCents(quote(config, type, size).total),
      `The whole trip for ${anglers(size)}: guide, tackle, gourmet lunch and drinks. Fish up to ${PACKAGES[type].upTo}.`,
    )
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="gift-legend">What to give</legend>
      {trip('TROPHY')}
      {trip('STANDARD')}
      {card('AMOUNT', 'An amount', '$50 to $10,000', 'Comes off the total when they book.')}
      {chosen === 'AMOUNT' ? (
        <AmountField {...amount} label="Amount in dollars" className="mt-1.5 max-w-[17rem]" />
      ) : (
        <>
          <FieldError id="worth-error">{amount.error}</FieldError>
          <SelectField {...form.field('numberOfGuests')} label="For how many" className="mt-1.5 max-w-[17rem]">
            {Array.from({ length: MAX_PARTY }, (_, index) => index + 1).map((size) => (
              <option key={size} value={size}>
                {anglers(size)}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </fieldset>
  )
}
