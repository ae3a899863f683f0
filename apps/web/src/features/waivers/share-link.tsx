import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface ShareLinkProps {
  url: string
  /** What the share sheet calls it. */
  title: string
  /** What is written with it. */
  text?: string
  /** The button's text where there is a share sheet, and where the link is copied. */
  share: string
  copy: string
}

/** Opens the phone's share sheet or copies the link; hidden where the browser allows neither (plain http). */
export function ShareLink({ url, title, text, share, copy }: ShareLinkProps) {
  const [isCopied, setCopied] = useState(false)
  const shares = 'share' in navigator
  if (!shares && !navigator.clipboard) return null
  const pass = () =>
    shares
      ? navigator.share({ title, url, ...(text && { text }) })
      : navigator.clipboard.writeText(text ? `${text} ${url}` : url).then(() => setCopied(true))
  return (
    <>
      <Button icon={shares ? <Share2 aria-hidden /> : <Copy aria-hidden />} onClick={() => void pass().catch(() => {})}>
        {shares ? share : copy}
      </Button>
      <span role="status" className="text-small text-ink-2">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
