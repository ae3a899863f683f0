import type { CardField, CardPayload } from '@arcadia/contract/payments'
import { postalCodeWrong, tidyPostalCode } from '@arcadia/contract/postal-codes'

/** A card as typed. Kept only in the form's memory. */
export interface CardFields {
  /** Grouped in fours. */
  number: string
  /** `01` to `12` */
  expMonth: string
  /** Four digits. */
  expYear: string
  cvc: string
  name: string
  streetAddress: string
  city: string
  region: string
  postalCode: string
  country: string
}

/** Card fields kept while the customer goes back or holds the date again: never the number or CVV. */
export type KeptCard = Omit<CardFields, 'number' | 'cvc'>

export function keptOf({ number: _number, cvc: _cvc, ...kept }: CardFields): KeptCard {
  return kept
}

/** For another card of the same person. */
export const withoutCard = (card: CardFields): CardFields => ({
  ...card,
  number: '',
  expMonth: '',
  expYear: '',
  cvc: '',
})
export type CardErrors = Partial<Record<CardField, string>>

/** The current year and month, which the expiry is compared with. */
export interface YearMonth {
  year: number
  month: number
}

export const COUNTRIES = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'GB', label: 'United Kingdom' },
]

export const MONTHS = Array.from({ length: 12 }, (_, index) => twoDigits(index + 1))

/** This year and the next nine. */
export const expiryYears = ({ year }: YearMonth) => Array.from({ length: 10 }, (_, index) => String(year + index))

export const EMPTY_CARD: CardFields = {
  number: '',
  expMonth: '',
  expYear: '',
  cvc: '',
  name: '',
  streetAddress: '',
  city: '',
  region: '',
  postalCode: '',
  country: 'US',
}

/** What the test-mode link fills in. */
export const testCard = ({ year, month }: YearMonth): CardFields => ({
  number: '4111 1111 1111 1111',
  expMonth: twoDigits(month),
  expYear: String(year + 2),
  cvc: '123',
  name: 'Test Cardholder',
  streetAddress: '100 Test Street',
  city: 'Arcadia',
  region: 'FL',
  postalCode: '34266',
  country: 'US',
})

const MAX_DIGITS = 19
/** Nineteen digits and the spaces between groups. */
export const NUMBER_MAX_LENGTH = MAX_DIGITS + 4

/** In our digits, whatever script they were typed or pasted in. */
export const digitsOf = (text: string) => [...text.normalize('NFKC')].map(digitOf).join('')

function digitOf(letter: string): string {
  if (!/\p{Nd}/u.test(letter)) return ''
  // A script's ten digits follow each other.
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(letter.codePointAt(0)! - value - 1))) value++
  return String(value)
}

export function groupInFours(text: string): string {
  return digitsOf(text)
    .slice(0, MAX_DIGITS)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** The caret position in a grouped number, after the same digits as before. */
export function caretAfter(digits: number, grouped: string): number {
  let position = 0
  for (let seen = 0; seen < digits && position < grouped.length; position++) {
    if (grouped[position] !== ' ') seen++
  }
  return position
}

/** Each field's error, in field order; empty when the card can be sent. */
export function checkCard(card: CardFields, now: YearMonth): CardErrors {
  const { number, expMonth, expYear, cvc, name, streetAddress, city, region, postalCode, country } = card
  const cityLength = city.trim().length
  const problems: Record<CardField, string | false> = {
    number: !isCardNumber(number.replaceAll(' ', '')) && 'Please enter a valid card number',
    expMonth: expMonth ? hasExpired(card, now) && 'Card has expired' : 'Please choose a month',
    expYear: !expYear && 'Please choose a year',
    cvc: !/^\d{3,4}$/.test(cvc) && 'Please enter a valid CVV',
    name: !name.trim() && 'Please enter the cardholder name',
    streetAddress: streetAddress.trim().length < 2 && 'Street address must be at least 2 characters',
    city: (cityLength < 2 || cityLength > 50) && 'City must be between 2 and 50 characters',
    region: region.trim().length < 2 && 'State/Region must be at least 2 characters',
    postalCode: !postalCode.trim()
      ? 'Postal code is required'
      : !tidyPostalCode(postalCode, country) && postalCodeWrong(country),
    country: !country && 'Country is required',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem))
}

/** Includes the Luhn check digit, which catches any single mistyped digit before the provider declines it. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function hasExpired({ expMonth, expYear }: CardFields, { year, month }: YearMonth): boolean {
  if (!expYear) return false
  return Number(expYear) < year || (Number(expYear) === year && Number(expMonth) < month)
}

export function toPayload(card: CardFields): CardPayload {
  return {
    card: {
      name: card.name.trim(),
      number: card.number.replaceAll(' ', ''),
      expMonth: card.expMonth,
      expYear: card.expYear,
      cvc: card.cvc,
      address: {
        postalCode: tidyPostalCode(card.postalCode, card.country) ?? card.postalCode.trim(),
        country: card.country.trim(),
        region: card.region.trim(),
        streetAddress: card.streetAddress.trim(),
        city: card.city.trim(),
      },
    },
  }
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
