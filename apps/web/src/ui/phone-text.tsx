import { formatPhone } from '@arcadia/contract/phone-numbers'
import { Fragment } from 'react'

/** A number that breaks after its area code if anywhere, never at its hyphen. */
export const PhoneText = ({ phone }: { phone: string }) => (
  <span className="phone num inline-block">{inPhoneParts(formatPhone(phone))}</span>
)

export const inPhoneParts = (number: string) =>
  number.split(' ').map((part, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the number
    <Fragment key={nth}>
      {nth > 0 && ' '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ))
