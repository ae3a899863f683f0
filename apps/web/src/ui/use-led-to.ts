import { useState } from 'react'
import { useLocation } from 'react-router'

/** Addresses whose dialog was closed again. */
const closed = new Set<string>()

/** Whether a dialog is open, and how to open and close it; open at once where a link led to it by its state. */
export function useLedTo(
  dialog: 'isSigning' | 'isTelling' | 'isPaying',
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key, state } = useLocation()
  const led = `${key} ${dialog}`
  const [isOpen, setOpen] = useState(() => state?.[dialog] === true && !closed.has(led))
  return [
    isOpen,
    (opens) => {
      if (!opens) closed.add(led)
      setOpen(opens)
    },
  ]
}
