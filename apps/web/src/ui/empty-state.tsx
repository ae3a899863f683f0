import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** The address of a plate across the top. */
  plate?: string
  /** A button for what to do about it. */
  children?: ReactNode
}

export function EmptyState({ title, text, plate, children }: EmptyStateProps) {
  return (
    <div className="empty">
      {plate && <img src={plate} alt="" loading="lazy" />}
      <h2 className="display h3">{title}</h2>
      {text && <p className="muted">{text}</p>}
      {children}
    </div>
  )
}
