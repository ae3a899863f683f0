import { type ComponentProps, type FocusEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { likelyEmail } from './likely-email.ts'

/** An email field with the phone's email keyboard; asks about typos in common domains. */
export function EmailField({ onBlur, help, ...field }: ComponentProps<typeof TextField>) {
  const [asked, setAsked] = useState<{ likely: string; input: HTMLInputElement }>()
  function ask(event: FocusEvent<HTMLInputElement>) {
    onBlur?.(event)
    const input = event.currentTarget
    const likely = input.readOnly ? undefined : likelyEmail(input.value)
    setAsked(likely ? { likely, input } : undefined)
  }
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      {...field}
      onBlur={ask}
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
