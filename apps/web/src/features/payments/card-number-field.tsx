import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { TextField } from '../../ui/field.tsx'
import { caretAfter, digitsOf, groupInFours, NUMBER_MAX_LENGTH } from './card.rules.ts'

interface CardNumberFieldProps {
  ref: RefObject<HTMLInputElement | null>
  value: string
  error: string | undefined
  onChange: (grouped: string) => void
}

/** Groups the digits in fours while typing, without moving the caret. */
export function CardNumberField({ ref: input, value, error, onChange }: CardNumberFieldProps) {
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const grouped = groupInFours(target.value)
    const before = digitsOf(target.value.slice(0, target.selectionStart ?? target.value.length))
    const position = caretAfter(before.length, grouped)
    caret.current = position
    onChange(grouped)
    // If React sees no change (a letter was typed), it restores the old text with the caret at the end.
    if (grouped === value) queueMicrotask(() => input.current?.setSelectionRange(position, position))
  }

  return (
    <TextField
      ref={input}
      name="number"
      label="Card number"
      className="num"
      inputMode="numeric"
      autoComplete="cc-number"
      maxLength={NUMBER_MAX_LENGTH}
      value={value}
      error={error}
      onChange={type}
    />
  )
}
