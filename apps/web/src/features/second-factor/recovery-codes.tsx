import { useState } from 'react'
import { download } from '../../api/download.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <p>
          Should you lose your phone, each of these codes signs you in once. Keep them somewhere safe: they are not
          shown again.
        </p>
        <ul className="grid gap-1 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-6 text-ui">
          <button
            type="button"
            className="link min-h-11"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), reportError)}
          >
            Copy
          </button>
          <button
            type="button"
            className="link min-h-11"
            onClick={() => download(text, { name: 'recovery-codes.txt', type: 'text/plain' })}
          >
            Save as a file
          </button>
          <span role="status">{isCopied && 'Copied.'}</span>
        </div>
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="cta" onClick={onDone}>
          I have kept them
        </Button>
      </DialogFoot>
    </>
  )
}
