import { type LucideIcon, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does, for those who do not see the icon. */
  label: string
}

/** An icon alone: close, menu, previous, next, theme. */
export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={classNames('icon-btn', className)}>
      <Icon className="size-6" strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** The same at the top right of whatever can be put away. */
export function CloseButton({ label = 'Close', ...rest }: Partial<Omit<IconButtonProps, 'icon'>>) {
  return <IconButton icon={X} label={label} {...rest} />
}
