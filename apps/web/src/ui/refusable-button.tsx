import { type ComponentProps, useId } from 'react'
import { Button } from './button.tsx'
import { withPhoneLinks } from './phone-links.tsx'

interface RefusableButtonProps extends ComponentProps<typeof Button> {
  /** Why it can't be pressed; null if it can. */
  why: string | null
}

/** A button that says why it can't be pressed, last in its row. Not `disabled`, so that it is found and heard with its reason. */
export function RefusableButton({ why, onClick, ...rest }: RefusableButtonProps) {
  const id = useId()
  if (why === null) return <Button onClick={onClick} {...rest} />
  return (
    <>
      <Button aria-disabled aria-describedby={id} {...rest} />
      <p id={id} className="order-1 basis-full! px-0! small text-ink-2">
        {withPhoneLinks(why)}
      </p>
    </>
  )
}
