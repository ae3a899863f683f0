import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from './search-field.tsx'

const TYPING_PAUSE_MS = 300

interface ListSearchProps {
  label: string
  /** Says what can be searched. */
  placeholder: string
  value: string
  /** Called once typing pauses. */
  onChange: (value: string) => void
}

export function ListSearch({ label, placeholder, value, onChange }: ListSearchProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed from elsewhere: the back button, or a button that shows all.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const settle = useEffectEvent(() => {
    if (typed === value) return
    setKnown(typed)
    onChange(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key pressed starts the pause anew
  useEffect(() => {
    const timer = setTimeout(() => settle(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
