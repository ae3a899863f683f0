import type { BusinessWords } from '@arcadia/contract/site/business-words'
import type { SiteFactName } from '@arcadia/contract/site/site-data'
import type { ReactNode } from 'react'

interface ServerTextProps {
  /** The server finds the element by `data-fill` with this name. */
  name:
    | 'business-name'
    | 'business-email'
    | 'business-phone'
    | 'social-handle'
    | 'launch-text'
    | 'copyright'
    | SiteFactName
    | keyof BusinessWords
  children: string
}

/** A text of the site data, which the server also writes into prerendered HTML for readers without scripts. */
export function ServerText({ name, children }: ServerTextProps) {
  return (
    <span data-fill={name} suppressHydrationWarning>
      {children}
    </span>
  )
}

interface ServerLinkProps {
  /** The server finds the element by `data-fill-href` with this name, and gives it its `href`. */
  name: 'mail-address' | 'phone-address' | 'text-address' | 'social-address'
  /** Empty until the site data is there. */
  href: string
  className?: string
  children: ReactNode
}

/** A link to an address of the site data; words without a link as long as nobody has filled it in. */
export function ServerLink({ name, href, className, children }: ServerLinkProps) {
  return (
    <a data-fill-href={name} href={href || undefined} className={className} rel="noreferrer" suppressHydrationWarning>
      {children}
    </a>
  )
}
