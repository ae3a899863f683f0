import { type ComponentProps, type FocusEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { likelyEmail } from './likely-email.ts'

/** An email address, with the keys of a phone to type it; a slip in a common domain is asked about. */
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

/** As if it had been typed, so that the form hears of it. */
function fill(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
