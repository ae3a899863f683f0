import { CopyButton } from './copy-button.tsx'
import { TextField } from './field.tsx'

/** A link to pass on; it is shown once, for only its hash is kept. */
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
