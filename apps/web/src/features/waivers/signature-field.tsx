import { useId } from 'react'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { SignaturePad } from './signature-pad.tsx'

type Way = 'DRAWN' | 'TYPED'

interface SignatureFieldProps {
  legend: string
  field: ReturnType<ContractForm<'signature'>['field']>
  way: string
  signature: string
  onSign: (signature: string, way?: Way) => void
}

/** A signature, drawn or typed. */
export function SignatureField({ legend, field, way, signature, onSign }: SignatureFieldProps) {
  const errorId = `${useId()}-error`
  const isDrawn = way === 'DRAWN'
  return (
    <fieldset className="field" aria-describedby={field.error && errorId}>
      <legend className="lab mb-2">{legend}</legend>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <div className="seg">
          {(['DRAWN', 'TYPED'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={way === one} onClick={() => onSign('', one)}>
              {one === 'DRAWN' ? 'Draw it' : 'Type it'}
            </button>
          ))}
        </div>
        {isDrawn && (
          <Button variant="text" disabled={signature === ''} onClick={() => onSign('')}>
            Clear
          </Button>
        )}
      </div>
      {isDrawn ? (
        <>
          <SignaturePad
            path={signature}
            ref={field.ref}
            describedBy={field.error && errorId}
            isInvalid={field.error !== undefined}
            onChange={(path) => onSign(path)}
          />
          <p className="field__help">Use a finger, stylus or mouse.</p>
          <FieldError id={errorId}>{field.error}</FieldError>
        </>
      ) : (
        <TextField {...field} label="Type your full name" autoComplete="off" required />
      )}
    </fieldset>
  )
}
