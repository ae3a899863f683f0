import type { ContractForm } from '../../forms/use-contract-form.ts'
import { optional, PhoneField, TextField } from '../../ui/field.tsx'

/** Whom a booking is for, as staff types it. */
export function CallerFields({ form }: { form: Pick<ContractForm<'firstName' | 'lastName' | 'phone'>, 'field'> }) {
  return (
    <>
      <div className="pairs">
        <TextField {...form.field('firstName')} label="First name" autoComplete="off" required />
        <TextField {...form.field('lastName')} label={optional('Last name')} autoComplete="off" />
      </div>
      <PhoneField {...form.field('phone')} label="Phone number" autoComplete="off" />
    </>
  )
}
