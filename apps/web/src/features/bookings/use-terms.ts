import { useRef, useState } from 'react'

/** Whether whoever pays agreed to the terms. Pressing Pay before leads to the box, which says what is missing. */
export function useTerms() {
  const [isAccepted, setAccepted] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  return {
    isAccepted,
    demand(): boolean {
      setAsking(!isAccepted)
      if (!isAccepted) box.current?.focus()
      return isAccepted
    },
    /** Of the `TermsField`. */
    field: {
      ref: box,
      isAccepted,
      error: isAsking && !isAccepted ? 'Please agree to the terms before you pay.' : undefined,
      onChange: setAccepted,
    },
  }
}
