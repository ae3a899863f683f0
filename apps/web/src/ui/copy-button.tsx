import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** Copies a text; hidden where the browser doesn't allow it (plain http). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <>
      <IconButton icon={isCopied ? Check : Copy} label={label} onClick={copy} />
      <span role="status" className="text-small text-ink-2">
        {isCopied && 'Copied'}
      </span>
    </>
  )
}
