import { formatCompactDate, formatPortalTime, venueDate } from '@arcadia/contract/trip-date'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { EmailLink } from '../ui/contact-links.tsx'
import { RowLink } from './row-link.tsx'

interface TwoLinesProps {
  /** Smaller, in the second line. */
  below: ReactNode
  /** A class; without it the lines do not break. */
  width?: string
  className?: string
  children: ReactNode
}

/** What a row is about, and what one wants to know beside it. */
export function TwoLines({ below, width, className, children }: TwoLinesProps) {
  return (
    <div className={classNames(width && 'whitespace-normal wrap-anywhere', width, className)}>
      {children}
      {below && (
        <>
          <br />
          <span className="small text-ink-2">{below}</span>
        </>
      )}
    </div>
  )
}

/** An address to write to, where it is not what the row is about. */
export function EmailCell({ email }: { email: string | null }) {
  return <EmailLink email={email} className="text-ink-2 no-underline hover:underline" />
}

/** The sender in a list of messages; the name opens the row. */
export function Sender({ id, name, email }: { id: number; name: string; email: string }) {
  return (
    <TwoLines width="min-[700.02px]:w-60" below={email}>
      <RowLink id={id}>{name}</RowLink>
    </TwoLines>
  )
}

/** The beginning of a message. */
export function MessageStart({ message }: { message: string }) {
  return <span className="line-clamp-2 whitespace-normal wrap-anywhere text-ink-2">{previewOf(message)}</span>
}

const PREVIEW_LENGTH = 100

/** The beginning of a message on one line, cut at 100 characters (docs/rules.md §6.12). */
export function previewOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ').trim()]
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : characters.join('')
}

/** A date with its time below (beside it on a phone), in venue time. */
export function When({ at }: { at: Date }) {
  return (
    <span className="num">
      {formatCompactDate(venueDate(at))}
      <br className="max-[700px]:hidden" /> <span className="small text-ink-2">{formatPortalTime(at)}</span>
    </span>
  )
}

/** The day of a moment on the venue's calendar. */
export function Day({ at }: { at: Date }) {
  return <span className="num">{formatCompactDate(venueDate(at))}</span>
}
