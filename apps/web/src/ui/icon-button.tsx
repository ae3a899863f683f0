import { type LucideIcon, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does, for screen readers. */
  label: string
}

/** A button with only an icon: close, menu, previous, next, theme. */
export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={classNames('icon-btn', className)}>
      <Icon className="size-6" strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** A close button for the top right of anything that can be closed. */
export function CloseButton({ label = 'Close', ...rest }: Partial<Omit<IconButtonProps, 'icon'>>) {
  return <IconButton icon={X} label={label} {...rest} />
}
