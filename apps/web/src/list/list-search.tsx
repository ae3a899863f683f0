import { Search } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { classNames } from '../ui/class-names.ts'

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
  // Changed from outside: by Back, or a button that shows everything.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const settle = useEffectEvent(() => {
    if (typed === value) return
    setKnown(typed)
    onChange(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the pause
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

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The name for screen readers; the placeholder says what can be searched. */
  label: string
}

function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames('srch', className)}>
      <Search className="icon" aria-hidden />
      <input type="search" aria-label={label} {...input} className="input" />
    </span>
  )
}
