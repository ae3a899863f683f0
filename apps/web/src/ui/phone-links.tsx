import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { inPhoneParts } from './phone-text.tsx'

const PHONE = /(\(\d{3}\) \d{3}-\d{4}[.,]?)/

/** A sentence whose phone number calls when it is tapped, and stands on one line with what ends it, as each of its hours and days. */
export const withPhoneLinks = (sentence: string) =>
  sentence.split(PHONE).map((part, nth) => {
    if (nth % 2 === 0) return unbroken(part)
    const number = part.replace(/[.,]$/, '')
    return (
      <span key={part} className="inline-block">
        <a href={phoneAddress('tel', number)}>{inPhoneParts(number)}</a>
        {part.slice(number.length)}
      </span>
    )
  })
