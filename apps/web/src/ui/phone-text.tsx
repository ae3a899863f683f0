import { formatPhone } from '@arcadia/contract/phone-numbers'

/** A number that breaks after its area code if anywhere, never at its hyphen. */
export const PhoneText = ({ phone }: { phone: string }) => (
  <span className="num inline-block">
    {formatPhone(phone)
      .split(/( )/)
      .map((part, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the number
        <span key={nth} className={part === ' ' ? undefined : 'whitespace-nowrap'}>
          {part}
        </span>
      ))}
  </span>
)
