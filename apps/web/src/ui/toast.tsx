import { CircleCheck } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

// Our own, because the library for it writes a style element, which the Content-Security-Policy refuses.

const SHOWN_MS = 6000

interface Toast {
  id: number
  message: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says that something went well, for six seconds. Never for an error that needs an answer: that is a Banner. */
export function toast(message: string) {
  change([...toasts, { id: ++lastId, message }])
}

const NONE: readonly Toast[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; the shell has the one there is. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, message }) => (
        <ToastLine key={id} message={message} onGone={() => change(toasts.filter((other) => other.id !== id))} />
      ))}
    </div>
  )
}

function ToastLine({ message, onGone }: { message: string; onGone: () => void }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onGone, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isPaused, onGone])
  return (
    <p className="toast" onPointerEnter={() => setPaused(true)} onPointerLeave={() => setPaused(false)}>
      <CircleCheck className="i" aria-hidden />
      {message}
    </p>
  )
}
