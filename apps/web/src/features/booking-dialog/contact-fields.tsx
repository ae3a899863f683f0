import { TextField } from '../../ui/field.tsx'
import type { DetailErrors, TripDetails } from './trip-details.ts'

interface ContactFieldsProps {
  details: TripDetails
  errors: DetailErrors
  onChange: (change: Partial<TripDetails>) => void
}

/** Who the booking is for, filled from the account. */
export function ContactFields({ details, errors, onChange }: ContactFieldsProps) {
  const field = (name: 'firstName' | 'lastName' | 'email', label: string, autoComplete: string) => (
    <TextField
      name={name}
      label={label}
      autoComplete={autoComplete}
      type={name === 'email' ? 'email' : 'text'}
      value={details[name]}
      error={errors[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {field('firstName', 'First name', 'given-name')}
        {field('lastName', 'Last name', 'family-name')}
      </div>
      {field('email', 'Email', 'email')}
    </>
  )
}
