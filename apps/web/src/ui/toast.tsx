import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

// Our own, because the library adds a style element, which the Content-Security-Policy blocks.

const SHOWN_MS = 6000
/** Stays longer with an action. */
const SHOWN_WITH_ACTION_MS = 12_000

/** A press, or an address outside of the site. */
type ToastAction = { label: string } & ({ onClick: () => void } | { to: string })

interface Toast {
  id: number
  message: string
  action: ToastAction | undefined
  tone: 'ok' | 'warn'
}

interface State {
  toasts: readonly Toast[]
  /** The mounted toasters, the top one last. */
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
 * Reports a success, optionally with Undo. Errors that need an answer go in a Banner; they come here only if the person
 * has left the banner's page.
 */
export function toast(message: string, action?: ToastAction, tone: Toast['tone'] = 'ok') {
  // What can be undone stays; anything else makes room.
  change({ toasts: [...state.toasts.filter((said) => said.action), { id: ++lastId, message, action, tone }] })
}

/** Whoever goes to another page has read them. */
export const dropToasts = () => change({ toasts: [] })

/**
 * Where toasts appear. The shell has one and so does each dialog, because the keyboard can't reach anything outside an
 * open dialog. Only the top one shows them.
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
  // A finger's emulated mouse enters and never leaves.
  const onPointerEnter = () => setPaused(matchMedia('(hover: hover)').matches)
  const goOn = () => setPaused(false)
  return (
    <p className="toast" onPointerEnter={onPointerEnter} onPointerLeave={goOn} onFocus={pause} onBlur={goOn}>
      <Icon className={tone === 'ok' ? 'icon' : 'icon toast__warn'} aria-hidden />
      <span>{message}</span>
      {action && 'to' in action && (
        <a className="toast__act" href={action.to}>
          {action.label}
        </a>
      )}
      {action && 'onClick' in action && (
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
      <button type="button" className="toast__act" onClick={onGone}>
        Got it
      </button>
    </p>
  )
}
