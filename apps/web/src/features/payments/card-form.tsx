import type { CardField } from '@arcadia/contract/payments'
import { FlaskConical, Lock } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { COUNTRIES, digitsOf, expiryYears, MONTHS } from './card.rules.ts'
import { CardNumberField } from './card-number-field.tsx'
import { type CardForm, currentMonth } from './use-card-form.ts'

/** The fields of a card payment; the surrounding form has the Pay button and `useCardForm`'s `submit`. */
export function CardFormFields({ form }: { form: CardForm }) {
  const { card, errors, change } = form
  const { testMode, simulatesPayments } = useSiteData()

  const field = (name: CardField, label: string, autoComplete: string) => ({
    name,
    label,
    autoComplete,
    value: card[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  })

  return (
    <fieldset className="card-fields grid min-w-0 grid-cols-1 gap-4" disabled={form.isProcessing}>
      <legend className="sr">Card payment</legend>
      <h3 className="flex items-center gap-2 font-strong">
        <Lock className="icon" aria-hidden />
        Payment by QuickBooks
      </h3>
      {testMode && (
        <div>
          <button type="button" className="link" onClick={form.fillTestCard}>
            <FlaskConical className="icon" aria-hidden />
            Use sandbox test card
          </button>
          <p className="text-small text-ink-2">
            Only test cards work, such as 4111 1111 1111 1111.
            {simulatesPayments && ' The name Decline is declined.'}
          </p>
        </div>
      )}
      <CardNumberField
        ref={form.numberField}
        value={card.number}
        error={errors.number}
        onChange={(number) => change('number', number)}
      />
      <div className="narrow-fields grid grid-cols-[5fr_6fr_5fr] items-start gap-x-3 gap-y-[0.4rem] *:min-w-min max-[359px]:gap-x-2 @max-[19rem]/screen:grid-cols-1 @max-[19rem]/screen:gap-y-3">
        <SelectField {...field('expMonth', 'Month', 'cc-exp-month')}>
          <option value="">MM</option>
          {MONTHS.map((month) => (
            <option key={month}>{month}</option>
          ))}
        </SelectField>
        <SelectField {...field('expYear', 'Year', 'cc-exp-year')}>
          <option value="">YYYY</option>
          {expiryYears(currentMonth()).map((year) => (
            <option key={year}>{year}</option>
          ))}
        </SelectField>
        <TextField
          {...field('cvc', 'CVV', 'cc-csc')}
          inputMode="numeric"
          maxLength={4}
          onChange={({ target }) => change('cvc', digitsOf(target.value))}
        />
      </div>
      <TextField {...field('name', 'Cardholder name', 'cc-name')} maxLength={100} />
      <TextField {...field('streetAddress', 'Street address', 'billing address-line1')} maxLength={200} />
      <div className="pairs">
        <TextField {...field('city', 'City', 'billing address-level2')} />
        <TextField {...field('region', 'State/Region', 'billing address-level1')} maxLength={50} />
        <TextField {...field('postalCode', 'Postal code', 'billing postal-code')} maxLength={10} />
        <SelectField {...field('country', 'Country', 'billing country')}>
          {COUNTRIES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="text-small text-ink-2">
        Your payment information is secure and encrypted. Payment processing is provided by QuickBooks Payments.
      </p>
    </fieldset>
  )
}
