import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Disabled, because what it started is still going on. */
  busy?: boolean
  /** Shown while busy; the button keeps the width of the longer of both texts. */
  busyLabel?: string
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  icon,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} className={buttonClass({ variant, size }, className)}>
      {icon}
      {busyLabel ? <TwoLabels first={children} second={busyLabel} showSecond={busy} /> : children}
    </button>
  )
}

function TwoLabels({ first, second, showSecond }: { first: ReactNode; second: string; showSecond: boolean }) {
  return (
    <span className="grid justify-items-center *:col-start-1 *:row-start-1">
      <span className={showSecond ? 'invisible' : undefined}>{first}</span>
      <span className={showSecond ? undefined : 'invisible'}>{second}</span>
    </span>
  )
}
