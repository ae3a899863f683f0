import { type ComponentProps, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { likelyEmail } from './likely-email.ts'

/**
 * An email field with the phone's email keyboard; asks about typos in common domains. It asks while somebody types, so that
 * a button below doesn't move from under a press; what may only be unfinished, when they leave.
 */
export function EmailField({ onBlur, onChange, help, ...field }: ComponentProps<typeof TextField>) {
  const [asked, setAsked] = useState<{ likely: string; input: HTMLInputElement }>()
  function ask(input: HTMLInputElement, isTyping = false) {
    const likely = input.readOnly ? undefined : likelyEmail(input.value)
    setAsked(likely && !(isTyping && likely.startsWith(input.value)) ? { likely, input } : undefined)
  }
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...field}
      onBlur={(event) => {
        onBlur?.(event)
        ask(event.currentTarget)
      }}
      onChange={(event) => {
        onChange?.(event)
        ask(event.currentTarget, true)
      }}
      help={
        asked ? (
          <>
            Did you mean{' '}
            <button
              type="button"
              className="link wrap-anywhere"
              onClick={() => {
                fill(asked.input, asked.likely)
                setAsked(undefined)
              }}
            >
              {asked.likely}
            </button>
            ?
          </>
        ) : (
          help
        )
      }
    />
  )
}

/** Simulates typing, so that the form notices. */
function fill(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
