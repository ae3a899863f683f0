import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface LoadBoundaryProps {
  /** Over the page, in a dialog's place. */
  isOverlay?: boolean
  children: ReactNode
}

/** Shows an error if a part of the site fails to load or render, instead of an empty page. */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const message = (
      <div className="load-failed" role="alert">
        <h2 className="display h3">That didn't load</h2>
        <p className="muted">The connection may have dropped, or we just updated the site. Reloading usually helps.</p>
        <Button variant="ink" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    )
    return this.props.isOverlay ? <div className="dlg-veil">{message}</div> : <div className="loading">{message}</div>
  }
}
