import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { emailParts } from '@arcadia/contract/site/wording'
import type { ReactNode } from 'react'
import { useSiteData } from '../prerender/site-data.ts'
import { mailLink } from '../ui/mail-link.ts'
import { ServerLink, ServerText } from './server-text.tsx'

/** The email address, which breaks before its @ or its last period if it has to. */
export function EmailLink() {
  const { email } = useSiteData().business
  const [name = '', host = '', ending = ''] = emailParts(email)
  return (
    <ServerLink name="mail-address" href={email && mailLink(email)}>
      <ServerText name="email-name">{name}</ServerText>
      <wbr />
      <ServerText name="email-host">{host}</ServerText>
      <wbr />
      <ServerText name="email-ending">{ending}</ServerText>
    </ServerLink>
  )
}

/** The email address inside a sentence: "Write to hello@example.com." or, without one, "Write to us." */
export function UsByEmail() {
  const { email } = useSiteData().business
  return (
    <ServerLink name="mail-address" href={email && mailLink(email)}>
      <ServerText name="us-by-email">{email || 'us'}</ServerText>
    </ServerLink>
  )
}

export function PhoneLink() {
  const { phone } = useSiteData().business
  return (
    <ServerLink name="phone-address" href={phoneAddress('tel', phone)}>
      <ServerText name="business-phone">{phone}</ServerText>
    </ServerLink>
  )
}

export function TextUsLink() {
  const { phone } = useSiteData().business
  return (
    <ServerLink name="text-address" href={phoneAddress('sms', phone)}>
      Text us
    </ServerLink>
  )
}

interface ProfileLinkProps {
  className?: string
  /** The handle, unless other text is given. */
  children?: ReactNode
}

export function SocialHandle() {
  const { socialHandle } = useSiteData().business
  return <ServerText name="social-handle">{socialHandle}</ServerText>
}

/** Links to the social profile. */
export function ProfileLink({ className, children }: ProfileLinkProps) {
  const { socialUrl } = useSiteData().business
  return (
    <ServerLink name="social-address" href={socialUrl} {...(className && { className })}>
      {children ?? <SocialHandle />}
    </ServerLink>
  )
}
