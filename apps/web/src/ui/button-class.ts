import { classNames } from './class-names.ts'

export interface ButtonLook {
  /** `cta` is the one solid amber button of a region; `text` has no edge. */
  variant?: 'cta' | 'line' | 'ink' | 'text' | 'danger' | undefined
  /** `sm` only in the header and the admin portal. */
  size?: 'sm' | 'md' | 'lg' | undefined
}

export function buttonClass({ variant = 'line', size = 'md' }: ButtonLook, extra?: string): string {
  return classNames('btn', `btn--${variant}`, size !== 'md' && `btn--${size}`, extra)
}
