import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { TextField } from './field.tsx'
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

/** A link to pass on; shown once, because only its hash is stored. */
export function LinkToCopy({ link, label }: { link: string; label: string }) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label="Link"
        value={link}
        readOnly
        data-autofocus
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={link} label={label} />
    </div>
  )
}
