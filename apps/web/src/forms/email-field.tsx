import { type ComponentProps, useEffect, useEffectEvent, useId, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { DidYouMean } from './did-you-mean.tsx'
import { likelyEmail } from './likely-email.ts'

/**
 * An email field with the phone's email keyboard; asks about typos in common domains, also in what it is filled with. It asks
 * while somebody types, so that a button below doesn't move from under a press; what may only be unfinished, when they leave.
 */
export function EmailField({ onBlur, onChange, help, ...field }: ComponentProps<typeof TextField>) {
  const id = useId()
  const [asked, setAsked] = useState<{ email: string; input: HTMLInputElement }>()
  function ask(input: HTMLInputElement, isTyping = false) {
    const likely = input.readOnly ? undefined : likelyEmail(input.value)
    setAsked(likely && !(isTyping && likely.startsWith(input.value)) ? { email: input.value, input } : undefined)
  }
  const askAtFirst = useEffectEvent(() => ask(document.getElementById(id) as HTMLInputElement))
  useEffect(() => askAtFirst(), [])
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      id={id}
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
          <DidYouMean
            email={asked.email}
            onTake={(likely) => {
              fill(asked.input, likely)
              setAsked(undefined)
            }}
          />
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
