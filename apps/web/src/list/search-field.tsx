import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Its name for those who do not see the icon; the placeholder says what can be searched. */
  label: string
}

export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames('srch', className)}>
      <Search className="icon" aria-hidden />
      <input type="search" aria-label={label} {...input} className="input" />
    </span>
  )
}
