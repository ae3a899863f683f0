import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

// Our own, because the library for it writes a style element, which the Content-Security-Policy refuses.

const SHOWN_MS = 6000
/** With something to press it stays longer. */
const SHOWN_WITH_ACTION_MS = 12_000

interface ToastAction {
  label: string
  onClick: () => void
}

interface Toast {
  id: number
  message: string
  action: ToastAction | undefined
  tone: 'ok' | 'warn'
}

interface State {
  toasts: readonly Toast[]
  /** The toasters there are, the one on top last. */
  toasters: readonly string[]
}

const NOTHING: State = { toasts: [], toasters: [] }
let state = NOTHING
let lastId = 0
const { subscribe, tell } = createListeners()

function change(next: Partial<State>) {
  state = { ...state, ...next }
  tell()
}

/**
 * Says that something went well, and may offer to undo it. An error that needs an answer is a Banner; it is told here only
 * to somebody who has left the page the banner is on.
 */
export function toast(message: string, action?: ToastAction, tone: Toast['tone'] = 'ok') {
  change({ toasts: [...state.toasts, { id: ++lastId, message, action, tone }] })
}

/**
 * Where toasts appear: the shell has one, and each dialog, because nothing outside of a dialog can be reached by key while
 * it is open. Only the one on top shows them.
 */
export function Toaster() {
  const { toasts, toasters } = useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  )
  const id = useId()
  useLayoutEffect(() => {
    change({ toasters: [...state.toasters, id] })
    return () => change({ toasters: state.toasters.filter((other) => other !== id) })
  }, [id])
  const shown = toasters.at(-1) === id ? toasts : []
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, ...said }) => (
        <ToastLine
          key={id}
          {...said}
          onGone={() => change({ toasts: state.toasts.filter((other) => other.id !== id) })}
        />
      ))}
    </div>
  )
}

interface ToastLineProps extends Omit<Toast, 'id'> {
  onGone: () => void
}

function ToastLine({ message, action, tone, onGone }: ToastLineProps) {
  const [isPaused, setPaused] = useState(false)
  const leave = useEffectEvent(onGone)
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(leave, shownMs)
    return () => clearTimeout(timer)
  }, [isPaused, shownMs])
  const Icon = tone === 'ok' ? CircleCheck : TriangleAlert
  const pause = () => setPaused(true)
  const goOn = () => setPaused(false)
  return (
    <p className="toast" onPointerEnter={pause} onPointerLeave={goOn} onFocus={pause} onBlur={goOn}>
      <Icon className={tone === 'ok' ? 'icon' : 'icon toast__warn'} aria-hidden />
      {message}
      {action && (
        <button
          type="button"
          className="toast__act"
          onClick={() => {
            action.onClick()
            onGone()
          }}
        >
          {action.label}
        </button>
      )}
    </p>
  )
}
