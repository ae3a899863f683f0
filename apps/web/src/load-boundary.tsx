import { served } from '@arcadia/contract/addresses'
import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { Component, type ReactNode } from 'react'
import { readSiteData } from './prerender/site-data.ts'
import { Button } from './ui/button.tsx'
import { useOnline } from './ui/use-online.ts'

/** A part of the site that could not be loaded. */
export class LostPart extends Error {
  /** Tries to load it again. */
  readonly load: () => Promise<unknown>
  constructor(load: () => Promise<unknown>, cause: unknown) {
    super('Lost', { cause })
    this.load = load
  }
}

interface LoadBoundaryProps {
  /**
   * Where to say that the part is lost: in its place, for a whole page with the way back; over the page, for a dialog; or
   * nowhere, for a part that the page can do without.
   */
  says?: 'in-place' | 'as-page' | 'over-page' | 'nothing'
  /** Lets the person go on without a lost dialog. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

interface State {
  hasFailed: boolean
  /** On the way; otherwise it failed to render. */
  isLost: boolean
  /** Whether the server could be asked since. */
  hasSignal: boolean
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * Keeps a part that fails to load or render from taking the page with it. A part that was lost on the way comes back by
 * itself once it can be loaded.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, State> {
  override state: State = { hasFailed: false, isLost: false, hasSignal: true }
  private readonly unmounted = new AbortController()
  private giveFocusBack = () => {}

  /** A lost dialog has the focus, and gives it back to what opened it. */
  private readonly takeFocus = (veil: HTMLElement | null) => {
    const opener = document.activeElement as HTMLElement
    veil?.querySelector('button')?.focus()
    this.giveFocusBack = () => opener.focus()
    return this.giveFocusBack
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { hasFailed: true, isLost: error instanceof LostPart }
  }

  override async componentDidCatch(error: unknown) {
    if (!(error instanceof LostPart)) return
    for (let wait = FIRST_WAIT_MS; !this.unmounted.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      void this.feelForSignal()
      await untilOnlineOr(wait)
      const isHere = await error.load().then(
        () => true,
        () => false,
      )
      if (!isHere || this.unmounted.signal.aborted) continue
      // First, because the dialog notes what has the focus as it comes.
      this.giveFocusBack()
      return this.setState({ hasFailed: false })
    }
  }

  /** A device that was offline when the page was reloaded may believe that it is online. */
  private async feelForSignal() {
    const hasSignal = await fetch(served.live.href(), { cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    this.setState({ hasSignal })
  }

  override componentWillUnmount() {
    this.unmounted.abort()
  }

  override render() {
    const { says = 'in-place', onClose, children } = this.props
    if (!this.state.hasFailed) return children
    if (says === 'nothing') return null
    const { isLost, hasSignal } = this.state
    const isPage = says === 'as-page'
    const message = <LoadFailed {...{ isLost, hasSignal, isPage }} onClose={onClose} />
    const Place = isPage ? 'main' : 'div'
    if (says !== 'over-page') return <Place className="loading">{message}</Place>
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: hears what bubbles from its buttons
      <div className="dlg-veil" ref={this.takeFocus} onKeyDown={({ key }) => key === 'Escape' && onClose?.()}>
        {message}
      </div>
    )
  }
}

interface LoadFailedProps extends Pick<State, 'isLost' | 'hasSignal'> {
  isPage: boolean
  onClose: (() => void) | undefined
}

function LoadFailed({ isLost, hasSignal, isPage, onClose }: LoadFailedProps) {
  const isOnline = useOnline()
  const isOffline = isLost && !(isOnline && hasSignal)
  const Heading = isPage ? 'h1' : 'h2'
  // In the portal the phone would be the reader's own.
  const phone = isPage && readSiteData().business.phone
  return (
    <div className="load-failed" role="alert">
      <Heading className="display h3">{isOffline ? 'No signal' : "That didn't load"}</Heading>
      <p className="muted">
        {isOffline
          ? 'This opens by itself once you have signal.'
          : 'The connection may have dropped, or we just updated the site.'}
        {phone && (
          <>
            {' '}
            You can call <a href={phoneAddress('tel', phone)}>{phone}</a>.
          </>
        )}
      </p>
      {!isOffline && (
        <Button variant="ink" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      )}
      {onClose && <Button onClick={onClose}>Close</Button>}
      {isPage && window.history.state?.idx > 0 && <Button onClick={() => window.history.back()}>Go back</Button>}
    </div>
  )
}

/** `online` alone would miss a line that is back on a device that never noticed losing it. */
const untilOnlineOr = (wait: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, wait)
    window.addEventListener('online', resolve, { once: true })
  })
