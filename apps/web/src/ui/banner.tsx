import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { withPhoneLinks } from './phone-links.tsx'

interface BannerProps {
  /** Errors are announced at once; the others are read in place. */
  tone?: 'error' | 'warn' | 'info'
  icon?: LucideIcon
  /** The action that helps, before the other buttons; it takes the focus. */
  action?: { label: string; onPress: () => void } | undefined
  onDismiss?: (() => void) | undefined
  onBack?: (() => void) | undefined
  /** For moving the focus to Back. */
  backRef?: Ref<HTMLButtonElement>
  className?: string
  children: ReactNode
}

const ICONS = { error: CircleAlert, warn: TriangleAlert, info: Info }

export function Banner({ tone = 'error', icon, action, onDismiss, onBack, backRef, className, children }: BannerProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className={classNames('callout', tone !== 'error' && `callout--${tone}`, className)}
    >
      <Icon className="icon" aria-hidden />
      <div className="min-w-0">{typeof children === 'string' ? withPhoneLinks(children) : children}</div>
      {(action || onBack || onDismiss) && (
        <div className="acts">
          {action && (
            // biome-ignore lint/a11y/noAutofocus: it answers what the person just did
            <button type="button" autoFocus onClick={action.onPress}>
              {action.label}
            </button>
          )}
          {onBack && (
            <button type="button" ref={backRef} onClick={onBack}>
              Back
            </button>
          )}
          {onDismiss && (
            <button type="button" onClick={onDismiss}>
              Dismiss
            </button>
          )}
        </div>
      )}
    </div>
  )
}
