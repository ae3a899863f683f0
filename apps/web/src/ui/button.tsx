import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** What it started is still going on: it cannot be pressed, and keeps the focus for whoever presses it again. */
  busy?: boolean
  /** Shown while busy; the button is as wide as the longer of both texts. */
  busyLabel?: string
  icon?: ReactNode
}

export function Button({ variant, size, busy = false, busyLabel, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} {...(busy && BUSY)} className={buttonClass({ variant, size }, className)}>
      {icon}
      {busyLabel ? <TwoLabels first={children} second={busyLabel} showSecond={busy} /> : children}
    </button>
  )
}

/**
 * For a button whose work is still going on. It is not `disabled`, which would leave the focus nowhere; Enter in a field
 * presses the button too, so that is refused here.
 */
export const BUSY = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }

function TwoLabels({ first, second, showSecond }: { first: ReactNode; second: string; showSecond: boolean }) {
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={showSecond ? 'invisible' : undefined}>{first}</span>
      <span className={showSecond ? undefined : 'invisible'}>{second}</span>
    </span>
  )
}

export interface ButtonLook {
  /** `cta` is the one solid amber button of a region; `text` has no border. */
  variant?: 'cta' | 'line' | 'ink' | 'text' | 'danger' | undefined
  /** `sm` only in the header and the admin portal. */
  size?: 'sm' | 'md' | 'lg' | undefined
}

export function buttonClass({ variant = 'line', size = 'md' }: ButtonLook, extra?: string): string {
  return classNames('btn', `btn--${variant}`, size !== 'md' && `btn--${size}`, extra)
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href'>, ButtonLook {
  /** A path of the site, or an address elsewhere. */
  to: string
  /** What the page it leads to is told. */
  state?: Record<string, unknown>
  icon?: ReactNode
}

/** A link that looks like a button. */
export function LinkButton({ to, state, variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  const look = { ...rest, className: buttonClass({ variant, size }, className) }
  const isExternal = /^[a-z]+:/i.test(to)
  return isExternal ? (
    <a {...look} href={to} rel="noreferrer">
      {icon}
      {children}
    </a>
  ) : (
    <Link {...look} to={to} state={state}>
      {icon}
      {children}
    </Link>
  )
}
