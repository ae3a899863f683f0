import { withoutUnseen } from './phone-numbers.ts'

/** The provider refuses longer ones. */
const LONGEST = 10

const EXAMPLES: Record<string, string> = {
  US: 'Please enter a ZIP code, for example 34266',
  CA: 'Please enter a postal code, for example K1A 0B1',
  GB: 'Please enter a postcode, for example SW4 6EN',
}

/** What to say at the field of a postal code that is none. */
export const postalCodeWrong = (country: string): string => EXAMPLES[country] ?? 'Please enter a postal code'

/**
 * The postal code as the country's post writes it, however it was typed or remembered (`29486 - ____`, ` sw4 6en `); undefined
 * if it is none.
 */
export function tidyPostalCode(text: string, country: string): string | undefined {
  const typed = withoutUnseen(text).normalize('NFKC').trim().toUpperCase()
  const letters = typed.replace(/[\s\p{Pd}_.]/gu, '')
  if (country === 'US') {
    const [, zip, more] = /^(\d{5})(\d{4})?$/.exec(letters) ?? []
    return zip && (more ? `${zip}-${more}` : zip)
  }
  if (country === 'CA') return /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(letters) ? spaced(letters) : undefined
  if (country === 'GB') return /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(letters) ? spaced(letters) : undefined
  return typed && typed.length <= LONGEST ? typed : undefined
}

/** Both are written with a space before the last three. */
const spaced = (letters: string) => `${letters.slice(0, -3)} ${letters.slice(-3)}`
