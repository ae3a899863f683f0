import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { unbroken } from './unbroken.tsx'

const PHONE = /(\(\d{3}\) \d{3}-\d{4})/

/** A sentence whose phone number calls when it is tapped, and stands on one line, as each of its hours and days. */
export const withPhoneLinks = (sentence: string) =>
  sentence.split(PHONE).map((part, nth) =>
    nth % 2 ? (
      <a key={part} className="inline-block" href={phoneAddress('tel', part)}>
        {part}
      </a>
    ) : (
      unbroken(part)
    ),
  )
