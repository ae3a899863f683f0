import { Share2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** Hands a text to another app; hidden where the browser can't. */
export function ShareButton({
  what,
  says,
  ...look
}: { what: string; says: string } & Pick<ComponentProps<typeof Button>, 'variant' | 'className'>) {
  if (!('share' in navigator)) return null
  return (
    <Button
      {...look}
      icon={<Share2 aria-hidden />}
      onClick={() => void navigator.share({ text: says }).catch(() => {})}
      aria-label={`Share the ${what}`}
    >
      Share
    </Button>
  )
}
