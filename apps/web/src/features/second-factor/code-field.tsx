import type { ContractForm } from '../../forms/use-contract-form.ts'
import type { FieldTexts } from '../../ui/field.tsx'
import { TextField } from '../../ui/field.tsx'

/** The code of a second factor. It takes the focus when it appears: nothing else is left to do then. */
export function CodeField({ form, help }: { form: ContractForm<'code'>; help: FieldTexts['help'] }) {
  return (
    <div ref={focusInside}>
      <TextField
        {...form.field('code')}
        label="Code"
        help={help}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  )
}

/** Not made again with each rendering, so that it runs once. */
function focusInside(element: HTMLElement | null) {
  element?.querySelector('input')?.focus()
}
