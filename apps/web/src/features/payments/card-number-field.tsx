import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
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

  function type(text: string, at: number) {
    const grouped = groupInFours(text)
    const position = caretAfter(digitsOf(text.slice(0, at)).length, grouped)
    caret.current = position
    onChange(grouped)
    // If React sees no change (a letter was typed), it restores the old text with the caret at the end.
    if (grouped === value) queueMicrotask(() => input.current?.setSelectionRange(position, position))
  }

  /** Before the browser cuts what is pasted at the field's length. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    const { value: before, selectionStart, selectionEnd } = event.currentTarget
    const head = before.slice(0, selectionStart ?? before.length) + event.clipboardData.getData('text')
    type(head + before.slice(selectionEnd ?? before.length), head.length)
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
      onChange={({ target }) => type(target.value, target.selectionStart ?? target.value.length)}
      onPaste={paste}
    />
  )
}
