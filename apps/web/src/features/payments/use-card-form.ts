import type { CardField } from '@arcadia/contract/payments'
import { venueDate } from '@arcadia/contract/trip-date'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../session/session.tsx'
import {
  type CardErrors,
  type CardFields,
  checkCard,
  EMPTY_CARD,
  type KeptCard,
  keptOf,
  testCard,
  toPayload,
  withoutCard,
  type YearMonth,
} from './card.rules.ts'
import { CardTokenError, tokenizeCard } from './card-token.ts'

export interface CardProblem {
  message: string
  advice?: string
  /** It never left this device, so the same press may be made again. */
  isUnsent?: boolean
}

interface CardFormOptions {
  realmId: string | undefined
  /** A pay link needs no one signed in. */
  isForAnyone?: boolean | undefined
  /** Typed earlier, when the form was left, or known. */
  kept?: Partial<KeptCard> | null
  onKeep?: ((kept: KeptCard) => void) | undefined
  /** The card is valid and about to be sent. */
  onStart: () => void
  /** Receives the single-use token; the form stays busy until this is done. */
  onSuccess: (cardToken: string) => Promise<void>
  onError: (problem: CardProblem) => void
}

export type CardForm = ReturnType<typeof useCardForm>

/** The typed card, in memory only, and what happens when Pay is pressed. */
export function useCardForm({ realmId, isForAnyone, kept, onKeep, onStart, onSuccess, onError }: CardFormOptions) {
  const { session } = useSession()
  const [card, setCard] = useState<CardFields>({ ...EMPTY_CARD, ...kept })
  const [errors, setErrors] = useState<CardErrors>({})
  const [isProcessing, setProcessing] = useState(false)
  // A ref, because state updates one render late and a double click would send twice.
  const isSending = useRef(false)
  const numberField = useRef<HTMLInputElement>(null)
  const refused = useRef<CardField>(undefined)
  const keep = useEffectEvent(() => onKeep?.(keptOf(card)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps every change
  useEffect(() => keep(), [card])
  const goToRefused = useEffectEvent(() => {
    const name = refused.current
    refused.current = undefined
    if (!name) return
    const field = numberField.current?.form?.elements.namedItem(name)
    // An alert that offers what helps has the focus.
    if (!(field instanceof HTMLElement) || document.activeElement?.closest('[role=alert]')) return
    // Without an error of its own, the field must not scroll the alert away.
    field.focus({ preventScroll: !errors[name] })
  })
  useEffect(() => {
    // Wait until the fields are enabled again.
    if (!isProcessing) goToRefused()
  }, [isProcessing])

  async function send() {
    if (!session && !isForAnyone) return onError({ message: 'You must be logged in to process payments' })
    isSending.current = true
    setProcessing(true)
    setErrors({})
    onStart()
    try {
      await onSuccess(await tokenizeCard(toPayload(card), { session, realmId }))
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: for finding the cause; the error has no card data
      console.error('The card could not be tokenized', error)
      if (error instanceof CardTokenError) {
        refused.current = error.field
        if (error.field) setErrors({ [error.field]: error.fieldError })
      }
      onError(problemOf(error))
    } finally {
      isSending.current = false
      setProcessing(false)
    }
  }

  return {
    card,
    errors,
    isProcessing,
    numberField,
    change(field: CardField, value: string) {
      setCard((before) => ({ ...before, [field]: value }))
      // Month and year decide together whether a card has expired.
      const cleared: CardErrors =
        field === 'expYear' || field === 'expMonth'
          ? { expMonth: undefined, expYear: undefined }
          : { [field]: undefined }
      setErrors((before) => ({ ...before, ...cleared }))
    },
    fillTestCard() {
      setCard(testCard(currentMonth()))
      setErrors({})
    },
    /** The number takes the focus once its field can be typed in again. */
    askForAnother() {
      refused.current = 'number'
    },
    /** Keeps name and address. */
    emptyCard() {
      setCard(withoutCard)
      setErrors({})
    },
    /** Number and CVV don't outlive the hold. */
    forgetSecrets() {
      setCard((before) => ({ ...EMPTY_CARD, ...keptOf(before) }))
    },
    submit(event: Pick<FormEvent<HTMLFormElement>, 'preventDefault' | 'currentTarget'>) {
      event.preventDefault()
      if (isSending.current) return
      const found = checkCard(card, currentMonth())
      const [wrong] = Object.keys(found)
      setErrors(found)
      if (!wrong) return void send()
      const field = event.currentTarget.elements.namedItem(wrong)
      if (field instanceof HTMLElement) field.focus()
    },
  }
}

function problemOf(error: unknown): CardProblem {
  if (error instanceof CardTokenError) {
    const { message, advice, isUnsent } = error
    // What to do leads; the specified sentence says only that it failed.
    return isUnsent ? { message: advice, advice: message, isUnsent } : { message, advice }
  }
  return { message: error instanceof Error ? error.message : 'Payment processing failed' }
}

export function currentMonth(): YearMonth {
  const [year, month] = venueDate(serverNow()).split('-').map(Number)
  return { year: year!, month: month! }
}
