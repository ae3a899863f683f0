import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href'>, ButtonLook {
  /** A path of the site, or an address elsewhere. */
  to: string
  icon?: ReactNode
}

/** Goes somewhere, and looks like a button. */
export function LinkButton({ to, variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  const look = { ...rest, className: buttonClass({ variant, size }, className) }
  const isElsewhere = /^[a-z]+:/i.test(to)
  return isElsewhere ? (
    <a {...look} href={to} rel="noreferrer">
      {icon}
      {children}
    </a>
  ) : (
    <Link {...look} to={to}>
      {icon}
      {children}
    </Link>
  )
}
