import type { SiteFactName } from '@arcadia/contract/site-facts'

interface ServerTextProps {
  /** The server finds the element by `data-fill` with this name. */
  name: 'business-name' | 'business-email' | 'social-handle' | 'launch-text' | SiteFactName
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
