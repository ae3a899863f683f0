import type { BusinessWords } from '@arcadia/contract/site/business-words'
import type { SiteFactName } from '@arcadia/contract/site/site-data'
import type { ReactNode } from 'react'
import { DEFAULT_SITE_DATA, useSiteData } from '../prerender/site-data.ts'

interface ServerTextProps {
  /** The server finds the element by this `data-fill` name. */
  name:
    | 'business-name'
    | 'email-name'
    | 'email-host'
    | 'email-ending'
    | 'us-by-email'
    | 'business-phone'
    | 'social-handle'
    | 'launch-text'
    | 'rating'
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
  /** The server finds the element by this `data-fill-href` name and sets its `href`. */
  name: 'mail-address' | 'phone-address' | 'text-address' | 'social-address'
  /** Empty until the site data is loaded. */
  href: string
  className?: string
  children: ReactNode
}

/** A link to an address of the site data; plain text where there is none. */
export function ServerLink({ name, href, className, children }: ServerLinkProps) {
  // Of the prerendered page, whatever it was filled with.
  const isFirst = useSiteData() === DEFAULT_SITE_DATA
  const Tag = (href || isFirst ? 'a' : 'span') as 'a'
  return (
    <Tag data-fill-href={name} href={href || undefined} className={className} rel="noreferrer" suppressHydrationWarning>
      {children}
    </Tag>
  )
}
